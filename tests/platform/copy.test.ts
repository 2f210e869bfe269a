import { randomBytes } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { getMigrations, migrationNames } from '#platform/kernel/db/migrate'
import { openDatabase } from '#platform/kernel/db/open'
import { jsonLog } from '#platform/kernel/log'
import { audit } from '../../tools/operate/audit.ts'
import { backup } from '../../tools/operate/backup.ts'
import { dump } from '../../tools/operate/dump.ts'
import { migrate } from '../../tools/operate/migrate.ts'
import { restore } from '../../tools/operate/restore.ts'
import { copyPlace } from './copy-place.ts'
import { auditSecret } from './databases.ts'
import { emptyAddress } from './empty-database.ts'
import { testPlatform } from './harness.ts'

const platform = testPlatform()
const server = new pg.Pool({ connectionString: inject('testServer'), max: 2 })
const place = copyPlace()

/** An address of the test's database, and of empty ones. */
const source = async () => platform.address()
async function inDatabase<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const rowsIn = (address: string, query: string) =>
  inDatabase(address, async (client) => (await client.query(query)).rows)
const tablesAt = (address: string) =>
  rowsIn(
    address,
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
const taken = async (name = 'copy.gz') => {
  const file = join(place.folder, name)
  expect(await backup([file], { DATABASE_URL: await source() })).toBe(0)
  return file
}
/** Every row of every table, but for the sessions’ ends. */
const everything = (address: string) =>
  inDatabase(address, async (client) => {
    const pieces: Buffer[] = []
    for await (const piece of dump(client, new Date(0))) pieces.push(piece)
    return Buffer.concat(pieces).toString('utf8')
  })

const listening = process.listenerCount('SIGTERM')

describe('OPS-7 a copy', () => {
  test('holds everything, told table by table, and comes back whole into an empty place', async () => {
    const image = {
      id: 'i',
      type: 'image/png',
      bytes: randomBytes(70_000),
      account_id: 'a',
      created_time: platform.now(),
    }
    await platform.db.insertInto('image').values(image).execute()
    const odd = 'tab\t, line\n, \\. and \\N, 电站'
    await platform.db.updateTable('organization').set({ remark: odd }).where('code', '=', 'EAST').execute()
    await platform.token('operator')
    const file = await taken()
    expect((await stat(file)).mode & 0o077).toBe(0)
    expect(await readdir(place.folder)).toEqual(['copy.gz'])
    const [{ count }] = await rowsIn(await source(), 'select count(*)::int as count from account')
    expect(place.said.join('\n')).toMatch(new RegExp(`^  account +${count}  [0-9a-f]{16}$`, 'm'))
    const told = place.said
      .join('\n')
      .split('\n')
      .filter((line) => line.startsWith('  '))
    place.said = []
    const address = await emptyAddress()
    expect(await restore([file], { DATABASE_URL: address })).toBe(0)
    expect(
      place.said
        .join('\n')
        .split('\n')
        .filter((line) => line.startsWith('  ')),
    ).toEqual(told)
    const [east] = await rowsIn(address, `select remark from organization where code = 'EAST'`)
    expect(east.remark).toBe(odd)
    const [kept] = await rowsIn(address, `select bytes from image where id = 'i'`)
    expect(kept.bytes).toEqual(image.bytes)
    const [live] = await rowsIn(address, 'select count(*)::int as count from session where ended_at is null')
    expect(live.count).toBe(0)
    await platform.db
      .updateTable('session')
      .set({ ended_at: new Date(0) })
      .execute()
    await inDatabase(address, (client) => client.query(`update session set ended_at = to_timestamp(0)`))
    const lines = async (from: string) => (await everything(from)).split('\n').toSorted()
    expect(await lines(address)).toEqual(await lines(await source()))
    // Triggers and rules are there as well.
    const words = "select count(*)::int as count from pg_trigger where not tgisinternal and tgenabled = 'O'"
    expect(await rowsIn(address, words)).toEqual(await rowsIn(await source(), words))
  })

  test('is of one moment, whatever is written meanwhile', async () => {
    await inDatabase(await source(), async (client) => {
      const copy = dump(client)
      const pieces = [(await copy.next()).value]
      await platform.db.updateTable('organization').set({ remark: 'written meanwhile' }).execute()
      for await (const piece of copy) pieces.push(piece)
      expect(Buffer.concat(pieces.map((piece) => piece ?? Buffer.alloc(0))).toString('utf8')).not.toContain(
        'written meanwhile',
      )
    })
  })

  test('of an older version is brought up to this one’s schema', async () => {
    const [old, address, file] = [await emptyAddress(), await emptyAddress(), join(place.folder, 'older.gz')]
    const db = openDatabase(old, jsonLog('error', { write: () => {} }), { connections: 1 })
    const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateTo('0009-sign-in-series')
    expect(error).toBeUndefined()
    await sql`
      insert into organization (id, code, name, enabled, created_time) values ('o', 'OLD', 'Old', true, now())`.execute(
      db,
    )
    await sql`
      insert into operation_log (id, account_id, username, module, type, method, path, request_ip, status, create_time)
      values ('l', 'a', 'admin', 'role', 'add', 'POST', '/role', '10.0.0.1', 'success', now())`.execute(db)
    await db.destroy()
    const keyed = { DATABASE_URL: address, AUDIT_KEY: auditSecret, DATA_DIR: place.folder }
    expect(await backup([file], { DATABASE_URL: old })).toBe(0)
    await restore([file], keyed)
    const names = await rowsIn(address, 'select name from kysely_migration order by name')
    expect(names.map(({ name }) => name)).toEqual(await migrationNames())
    const [organizations, log] = [
      await rowsIn(address, 'select id, code, name from organization'),
      await rowsIn(address, 'select id, seq, request_id from operation_log'),
    ]
    expect(organizations).toEqual([{ id: 'o', code: 'OLD', name: 'Old' }])
    expect(log).toEqual([{ id: 'l', seq: '1', request_id: null }])
    expect(await audit(['verify'], keyed), 'OPS-7 WHY-5 its operation log is whole').toBe(0)
  })

  test.each([
    ['cut short', (whole: Buffer) => whole.subarray(0, whole.length / 2), /damaged or half/],
    [
      'whose end is missing',
      (whole: Buffer) => gzipSync(gunzipSync(whole).subarray(0, -200)),
      /damaged or half/,
    ],
    [
      'that ends between two tables',
      (whole: Buffer) => gzipSync(upToTable(gunzipSync(whole))),
      /damaged or half/,
    ],
    ['with a changed row', (whole: Buffer) => gzipSync(changed(gunzipSync(whole))), /damaged: what arrived/],
    [
      'with a lost row',
      (whole: Buffer) => gzipSync(shorter(gunzipSync(whole))),
      /damaged: the rows of membership/,
    ],
    ['of another kind', () => gzipSync(Buffer.from('PGDMP\n')), /no copy that/],
    ['that is no archive', () => Buffer.from('hello'), /damaged or half/],
    [
      'of a newer version',
      (whole: Buffer) => renamed(whole, /\],"tables"/, ',"0999-later"],"tables"'),
      /newer version of Atrium \(its schema has 0999-later/,
    ],
    ['of a newer form', (whole: Buffer) => renamed(whole, /"format":1/, '"format":2'), /newer version/],
  ])('%s is refused, and nothing is kept', async (_what, spoil, reason) => {
    const file = join(place.folder, 'spoilt.gz')
    await writeFile(file, spoil(await readFile(await taken())))
    const address = await emptyAddress()
    await expect(restore([file], { DATABASE_URL: address })).rejects.toThrow(reason)
    expect(await tablesAt(address)).toEqual([])
  })

  test('never goes over what is stored, nor over a file', async () => {
    const file = await taken()
    const before = await everything(await source())
    await expect(restore([file], { DATABASE_URL: await source() })).rejects.toThrow(/not empty/)
    expect(await everything(await source())).toBe(before)
    await expect(backup([file], { DATABASE_URL: await source() })).rejects.toThrow(/is there already/)
    await expect(
      backup([join(place.folder, 'none', 'copy')], { DATABASE_URL: await source() }),
    ).rejects.toThrow(/no such folder/)
    await expect(
      restore([join(place.folder, 'none')], { DATABASE_URL: await emptyAddress() }),
    ).rejects.toThrow(/cannot be read \(ENOENT\)/)
    await expect(backup([], {})).rejects.toThrow(/atrium -- backup/)
    await expect(backup([file], { DATA_DIR: place.folder })).rejects.toThrow(/already/)
    await expect(backup([join(place.folder, 'x')], { DATA_DIR: place.folder })).rejects.toThrow(
      /no database in/,
    )
  })

  test('goes nowhere where the server does not take it, and says so', async () => {
    const file = await taken()
    const address = await emptyAddress()
    await inDatabase(address, async (client) => {
      await client.query('revoke create on schema public from public')
      await client.query(
        `do $$ begin if not exists (select 1 from pg_roles where rolname = 'atrium_reader') then create role atrium_reader login password 'reader'; end if; end $$`,
      )
    })
    const reader = new URL(address)
    reader.searchParams.set('options', '-c role=atrium_reader')
    await expect(restore([file], { DATABASE_URL: reader.href })).rejects.toThrow(/may not make tables/)
    expect(await tablesAt(address)).toEqual([])
    await expect(restore([file], { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })).rejects.toThrow(
      /cannot be reached/,
    )
    await server.query('drop role atrium_reader')
    await expect(restore([file], { DATABASE_URL: 'mysql://here' })).rejects.toThrow(/begins with postgresql/)
  })

  const breaks: [string, (processes: number[]) => unknown, RegExp][] = [
    [
      'the connection is lost',
      (processes) => server.query('select pg_terminate_backend(id) from unnest($1::int[]) id', [processes]),
      /Fault: The connection to the database .* was lost/,
    ],
    ['somebody stops it', () => process.emit('SIGTERM'), /Fault: Stopped\. There is no copy in .*broken\.gz/],
  ]
  test.each(breaks)('that breaks off since %s leaves no file', async (_name, breakOff, told) => {
    const address = await source()
    const [{ name }] = await rowsIn(address, 'select current_database() as name')
    const ended = await inDatabase(address, async (holder) => {
      // It cannot be over before it is broken off.
      await holder.query('begin; lock table account in access exclusive mode')
      const copying = backup([join(place.folder, 'broken.gz')], { DATABASE_URL: address }).catch(String)
      const waiting = async () => {
        const { rows } = await server.query<{ pid: number }>(
          `select pid from pg_stat_activity
            where datname = $1 and application_name = 'atrium' and wait_event_type = 'Lock'`,
          [name],
        )
        return rows.map(({ pid }) => pid)
      }
      await expect.poll(waiting).toHaveLength(1)
      expect(await readdir(place.folder)).toHaveLength(1)
      await breakOff(await waiting())
      return copying
    })
    expect(ended).toMatch(told)
    expect(await readdir(place.folder)).toEqual([])
    expect(process.listenerCount('SIGTERM')).toBe(listening)
  })
})

const upToTable = (copy: Buffer) => copy.subarray(0, copy.indexOf('\n\\.\n') + 4)
const renamed = (whole: Buffer, from: RegExp, to: string) =>
  gzipSync(Buffer.from(gunzipSync(whole).toString('latin1').replace(from, to), 'latin1'))
const changed = (copy: Buffer) =>
  Buffer.from(copy.toString('latin1').replace('operator', 'operatoR'), 'latin1')
const shorter = (copy: Buffer) => {
  const lines = copy.toString('latin1').split('\n')
  lines.splice(2, 1)
  return Buffer.from(lines.join('\n'), 'latin1')
}
test('a copy’s database opens as any other', async () => {
  const file = await taken()
  const address = await emptyAddress()
  await restore([file], { DATABASE_URL: address })
  const db = openDatabase(address, jsonLog('error', { write: () => {} }), { connections: 1 })
  expect(await db.selectFrom('account').select('id').where('account', '=', 'admin').execute()).toHaveLength(1)
  await db.destroy()
})

describe('OPS-7 where a move goes', () => {
  const target = 'postgresql://atrium:a-secret@127.0.0.1:1/nowhere'
  /** The data are elsewhere already, which is told once the target is understood. */
  const move = (args: string[], env: Record<string, string> = {}) =>
    migrate(args, { DATABASE_URL: 'postgresql://here/atrium', ...env }).catch(String)

  test('is said on the command line, in a file, or in the environment, but once', async () => {
    const file = join(place.folder, 'target')
    await writeFile(file, `${target}\n`)
    const understood = /DATABASE_URL is set/
    expect(await move(['--to', target])).toMatch(understood)
    expect(await move(['--to-file', file])).toMatch(understood)
    expect(await move([], { MIGRATE_TO: target })).toMatch(understood)
    expect(await move(['--to-file', file], { MIGRATE_TO: target })).toMatch(/give one of them/)
    expect(await move(['--to-file', join(place.folder, 'none')])).toMatch(/none cannot be read \(ENOENT\)/)
    const help = await move([])
    for (const way of ['--to ', '--to-file ', 'MIGRATE_TO']) expect(help).toContain(way)
  })
})

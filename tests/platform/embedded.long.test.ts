import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/kernel/db/embedded.ts'

let dataDir = ''
let lines: string[] = []
const running: EmbeddedPostgres[] = []

beforeEach(() => {
  // As root PostgreSQL runs as another user, which has to get through.
  dataDir = mkdtempSync(join(tmpdir(), 'atrium-pg-'))
  chmodSync(dataDir, 0o711)
  lines = []
})

afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: (line) => lines.push(line),
    warn: (line) => lines.push(`warning: ${line}`),
  })
  running.push(postgres)
  return postgres
}

async function stop(postgres: EmbeddedPostgres): Promise<void> {
  await postgres.stop()
  running.splice(running.indexOf(postgres), 1)
}

async function query<Row extends pg.QueryResultRow>(connectionString: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** A platform that writes rows and says the number of each one that the database has acknowledged. */
function startWriter(): { process: ChildProcess; acknowledged: () => number; failed: Promise<string> } {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('../../platform/kernel/db/embedded.ts', import.meta.url).href)}
    import pg from 'pg'
    const { connectionString } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
    const client = new pg.Client({ connectionString })
    await client.connect()
    await client.query('CREATE TABLE row (id int PRIMARY KEY)')
    for (let id = 1; ; id++) {
      await client.query('INSERT INTO row VALUES ($1)', [id])
      process.stdout.write(id + '\\n')
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: new URL('../..', import.meta.url),
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  return {
    process: child,
    acknowledged: () => Number(output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1) ?? 0),
    failed: new Promise((resolve) => child.on('close', () => resolve(errors))),
  }
}

test('a first start makes a UTF-8 database that syncs and asks for a password', async () => {
  const { connectionString } = await start()
  const [row] = await query<{ encoding: string; fsync: string; folded: boolean }>(
    connectionString,
    `SELECT getdatabaseencoding() AS encoding, current_setting('fsync') AS fsync, 'ÄÖ中' ILIKE 'äö中' AS folded`,
  )
  expect(row).toEqual({ encoding: 'UTF8', fsync: 'on', folded: true })
  const wrong = connectionString.replace(/postgres:[^@]+@/, 'postgres:wrong@')
  await expect(query(wrong, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
  const without = connectionString.replace(/postgres:[^@]+@/, 'postgres@')
  await expect(query(without, 'SELECT 1')).rejects.toThrow(/password/)
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600)
})

test('a restart keeps the data, and a stopped database takes no more connections', async () => {
  const first = await start()
  await query(first.connectionString, 'CREATE TABLE kept AS SELECT 7 AS n')
  await stop(first)
  await expect(query(first.connectionString, 'SELECT 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/)
  const second = await start()
  expect(await query(second.connectionString, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
})

test('a second platform on the folder is refused by name, also when several start at once', async () => {
  const starts = await Promise.allSettled([start(), start(), start()])
  const refused = starts.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(2)
  for (const { reason } of refused) {
    expect(reason).toMatchObject({
      name: 'StorageFault',
      message: expect.stringMatching(/Another platform \(process \d+\).*DATA_DIR/),
    })
  }
})

function shellsOf(pid: number | undefined): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  return children.filter((child) => readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'sh')
}

test('a killed platform loses no acknowledged row, and what it left running is ended', async () => {
  const writer = startWriter()
  await expect.poll(writer.acknowledged, { timeout: 20_000, interval: 20 }).toBeGreaterThan(50)
  // Whoever would end the database with its platform is gone too.
  for (const pid of shellsOf(writer.process.pid)) process.kill(pid, 'SIGKILL')
  writer.process.kill('SIGKILL')
  await writer.failed
  const acknowledged = writer.acknowledged()
  const { connectionString } = await start()
  expect(lines.join('\n')).toMatch(/earlier platform left running/)
  const [row] = await query<{ count: number; last: number }>(
    connectionString,
    'SELECT count(*)::int AS count, max(id) AS last FROM row',
  )
  expect(row?.count).toBe(row?.last)
  expect(row?.last).toBeGreaterThanOrEqual(acknowledged)
})

test('HOLD-9 a database that is killed is told, and comes back at the same address with its rows', async () => {
  const { connectionString } = await start()
  await query(connectionString, 'CREATE TABLE kept AS SELECT 7 AS n')
  const pid = readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]
  process.kill(Number(pid), 'SIGKILL')
  await expect
    .poll(() => query(connectionString, 'SELECT n FROM kept').catch(() => []), { timeout: 20_000 })
    .toEqual([{ n: 7 }])
  expect(lines).toContain('warning: PostgreSQL ended unexpectedly (SIGKILL) and is started again')
  // What is left of it is its own.
  expect(lines.join('\n')).not.toContain('earlier platform')
})

test('a folder of another major version is refused and not touched', async () => {
  await stop(await start())
  const file = join(dataDir, 'postgres', 'cluster', 'PG_VERSION')
  writeFileSync(file, '17\n')
  await expect(start()).rejects.toThrow(/made by PostgreSQL 17.*Nothing was changed/)
  writeFileSync(file, '18\n')
  await start()
})

test('a data folder that cannot be one names DATA_DIR', async () => {
  writeFileSync(join(dataDir, 'file'), '')
  for (const path of ['file', 'file/data']) {
    await expect(startEmbeddedPostgres({ dataDir: join(dataDir, path), log: () => {} })).rejects.toThrow(
      /DATA_DIR/,
    )
  }
})

test('a stale process number of a stranger does not keep the database from starting', async () => {
  await stop(await start())
  const cluster = join(dataDir, 'postgres', 'cluster')
  writeFileSync(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n5432\n`)
  await start()
})

test('what a killed server left in its socket folder does not keep the database from starting', async () => {
  await stop(await start())
  const lock = join(dataDir, 'postgres', 'socket', '.s.PGSQL.5432.lock')
  // A process of the owner's has the number by now: PostgreSQL takes it for a server.
  const { uid, gid } = statSync(join(dataDir, 'postgres', 'cluster'))
  const stranger = spawn('sleep', ['600'], { uid, gid })
  for (const pid of [stranger.pid, 'no number', '']) {
    writeFileSync(lock, `${pid}\n/somewhere\n1\n5432\n/elsewhere\n\n`)
    await stop(await start())
  }
  stranger.kill()
})

test('a killed platform takes its database with it', async () => {
  const writer = startWriter()
  await expect.poll(writer.acknowledged, { timeout: 20_000, interval: 20 }).toBeGreaterThan(0)
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  writer.process.kill('SIGKILL')
  await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false)
  expect(existsSync(file)).toBe(false)
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a platform that is about to end is waited for', async () => {
  const first = await start()
  const second = start()
  await stop(first)
  await second
})

test('a file of the data folder that is broken is named, with what mends it, and the data stay', async () => {
  await stop(await start())
  const password = join(dataDir, 'postgres-password')
  const kept = readFileSync(password)
  const broken: [string, (path: string) => void, RegExp][] = [
    ['postgres-password', (path) => writeFileSync(path, Buffer.of(0, 255, 254, 10)), /is damaged.*backup/],
    ['postgres-password', (path) => writeFileSync(path, ''), /is damaged.*backup/],
    ['postgres-password', (path) => writeFileSync(path, kept.subarray(0, 20)), /is damaged.*backup/],
    ['postgres-password', (path) => writeFileSync(path, 'x'.repeat(43)), /refuses the password.*backup/],
    ['postgres-password', (path) => mkdirSync(path), /is not a file.*backup/],
    ['lock', (path) => writeFileSync(path, 'broken'.repeat(100)), /is damaged.*remove it/],
    ['lock', (path) => mkdirSync(path), /is damaged.*remove it/],
    ['platform.pid', (path) => mkdirSync(path), /is not a file.*Remove it/],
    ['postgres-location', (path) => writeFileSync(path, ''), /is damaged/],
    ['postgres-location', (path) => mkdirSync(path), /is damaged/],
  ]
  for (const [name, spoil, fix] of broken) {
    const path = join(dataDir, name)
    rmSync(path, { recursive: true, force: true })
    spoil(path)
    const fault = await start().catch((error) => error)
    expect(fault, `${name} ${fix}`).toMatchObject({
      name: 'StorageFault',
      message: expect.stringMatching(fix),
    })
    expect(fault.message, name).toContain(path)
    rmSync(path, { recursive: true, force: true })
    writeFileSync(password, kept)
  }
  await start()
})

test('OPS-1 a path may hold commas and quotes', async () => {
  dataDir = join(dataDir, 'a, "b",c')
  const { connectionString } = await start()
  expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('OPS-7 what the environment asks of other PostgreSQL servers is not asked of this one', async () => {
  vi.stubEnv('PGSSLMODE', 'require')
  vi.stubEnv('PGPORT', '5433')
  const { connectionString } = await start()
  expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  vi.unstubAllEnvs()
})

test('a password that is broken before the database is made is made anew once it is removed', async () => {
  const file = join(dataDir, 'postgres-password')
  writeFileSync(file, Buffer.of(0, 255, 254, 10))
  await expect(start()).rejects.toThrow(`${file} is damaged: it holds no password. Remove it and start again`)
  rmSync(file)
  await start()
})

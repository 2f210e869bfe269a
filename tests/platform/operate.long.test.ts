import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { databaseUrl } from './databases.ts'
import { onServer } from './harness.ts'
import { signIn, startProgram } from './program.ts'

const root = new URL('../..', import.meta.url)
/** More than any buffer on the way holds. */
const many = 100_000
const target = `atrium_test_${randomBytes(6).toString('hex')}`
const targetUrl = () => databaseUrl(inject('testServer'), target)
type Program = Awaited<ReturnType<typeof startProgram>>
const platforms: Program[] = []
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-operate-'))
  // PostgreSQL runs as another user where these tests run as root.
  await chmod(folder, 0o711)
})
afterEach(async () => {
  await Promise.all(platforms.splice(0).map(end))
})
afterAll(async () => {
  await onServer(`drop database if exists ${target} with (force)`)
  await rm(folder, { recursive: true })
})

const quiet = { NODE_ENV: 'production', PATH: process.env.PATH ?? '', LOG_LEVEL: 'error' } as const

async function end({ child, exit }: Program): Promise<void> {
  child.kill('SIGTERM')
  await exit
}

/** The real platform on a data folder; gives its address. */
async function start(dataDir: string, env: Record<string, string> = {}): Promise<string> {
  const given = { DEMO: '1', PASSWORD_COST: '8', CAPTCHA_FIXED: '1234', LOG_LEVEL: 'error', ...env }
  const program = await startProgram({ DATA_DIR: dataDir, ...given })
  platforms.push(program)
  if (program.address === undefined) throw new Error(`the platform has ended: ${program.output()}`)
  return program.address
}

/** A command as an operator gives it. */
async function command(name: string, args: string[], env: Record<string, string>) {
  const since = performance.now()
  const child = spawn(process.execPath, ['scripts/atrium.mjs', name, ...args], {
    cwd: root,
    env: { ...quiet, ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, said, seconds: (performance.now() - since) / 1000 }
}

const tables = (said: string) => said.split('\n').filter((line) => /^ {2}\w+ +\d+/.test(line))

describe('on a machine', () => {
  const dataDir = () => join(folder, 'running')

  test('OPS-7 a platform that runs is copied, and comes back in a new place, where people sign in', async () => {
    const address = await start(dataDir())
    const { data } = await signIn(address, 'operator', 'Atrium2026')
    const copy = join(folder, 'running.gz')
    const taken = await command('backup', [copy], { DATA_DIR: dataDir() })
    expect(taken).toMatchObject({
      code: 0,
      said: expect.stringMatching(/running\.gz: a copy of .*running, whole/),
    })
    const still = await fetch(`${address}/auth/info`, {
      headers: { authorization: `Bearer ${data.access_token}` },
    })
    expect(still.status).toBe(200)
    // The database of a platform that runs is no empty place, and not ours.
    expect(await command('restore', [copy], { DATA_DIR: dataDir() })).toMatchObject({
      code: 1,
      said: expect.stringMatching(/Another platform .* is running/),
    })
    const place = join(folder, 'restored')
    const restored = await command('restore', [copy], { DATA_DIR: place })
    expect(restored.code, restored.said).toBe(0)
    expect(tables(restored.said)).toEqual(tables(taken.said))
    const other = await start(place)
    const before = await fetch(`${other}/auth/info`, {
      headers: { authorization: `Bearer ${data.access_token}` },
    })
    expect(((await before.json()) as { code: number }).code).toBe(102002)
    expect((await signIn(other, 'operator', 'Atrium2026')).code).toBe(0)
  })

  test('OPS-10 a password is reset while the platform runs, and while it does not', async () => {
    const reset = async () => {
      const { code, said } = await command('admin', ['reset'], { DATA_DIR: dataDir() })
      expect(code, said).toBe(0)
      return /^ {2}(\w{14})$/m.exec(said)?.[1] ?? ''
    }
    const still = await reset()
    const address = await start(dataDir())
    expect((await signIn(address, 'admin', still)).code).toBe(0)
    const running = await reset()
    expect((await signIn(address, 'admin', still)).code).toBe(101016)
    expect((await signIn(address, 'admin', running)).code).toBe(0)
    const nowhere = await command('admin', ['reset'], { DATA_DIR: join(folder, 'none') })
    expect(nowhere).toMatchObject({ code: 1, said: expect.stringMatching(/no database in/) })
  })

  test('OPS-7 an embedded database moves to a PostgreSQL of one’s own, sessions too, once nobody works in it', async () => {
    await onServer(`create database ${target}`)
    const address = await start(dataDir())
    const { data } = await signIn(address, 'operator', 'Atrium2026')
    const to = ['--to', targetUrl()]
    expect(await command('migrate', to, { DATA_DIR: dataDir() })).toMatchObject({
      code: 1,
      said: expect.stringMatching(/Another platform .* is running/),
    })
    await Promise.all(platforms.splice(0).map(end))
    const moved = await command('migrate', to, { DATA_DIR: dataDir() })
    expect(moved.code, moved.said).toBe(0)
    expect(tables(moved.said).length).toBeGreaterThan(20)
    expect(await command('migrate', to, { DATA_DIR: dataDir() })).toMatchObject({
      code: 1,
      said: expect.stringMatching(/not empty/),
    })
    const own = await start(join(folder, 'unused'), { DATABASE_URL: targetUrl() })
    const still = await fetch(`${own}/auth/info`, {
      headers: { authorization: `Bearer ${data.access_token}` },
    })
    expect(still.status).toBe(200)
  })

  test('OPS-7 a hundred thousand accounts are copied, restored and moved, and nothing is lost', async () => {
    await onServer(`drop database if exists ${target} with (force)`)
    await onServer(`create database ${target}`)
    const source = await command('restore', [join(folder, 'running.gz')], { DATABASE_URL: targetUrl() })
    expect(source.code, source.said).toBe(0)
    const filled = new pg.Client({ connectionString: targetUrl() })
    await filled.connect()
    await filled.query(`insert into account (id, account, name, phone, email, enabled, password_hash, created_time)
      select 'made-' || n, 'made' || n, '员工 ' || n, '139' || lpad(n::text, 8, '0'), 'made' || n || '@example.com', true,
        (select password_hash from account where account = 'operator'), now() - n * interval '1 second'
      from generate_series(1, ${many}) n`)
    await filled.query(`insert into membership (account_id, org_id)
      select 'made-' || n, (select id from organization where code = 'EAST') from generate_series(1, ${many}) n`)
    await filled.end()
    const copy = join(folder, 'many.gz')
    const taken = await command('backup', [copy], { DATABASE_URL: targetUrl() })
    expect(taken.code, taken.said).toBe(0)
    const place = join(folder, 'many')
    const restored = await command('restore', [copy], { DATA_DIR: place })
    expect(restored.code, restored.said).toBe(0)
    expect(tables(restored.said)).toEqual(tables(taken.said))
    await onServer(`drop database ${target} with (force)`)
    await onServer(`create database ${target}`)
    const moved = await command('migrate', ['--to', targetUrl()], { DATA_DIR: place })
    expect(moved.code, moved.said).toBe(0)
    const withoutSessions = (said: string) => tables(said).filter((line) => !/^ {2}session /.test(line))
    expect(withoutSessions(moved.said)).toEqual(withoutSessions(taken.said))
    const { size } = await stat(copy)
    const figures = { backup: taken.seconds, restore: restored.seconds, migrate: moved.seconds }
    process.stderr.write(
      `${many} accounts, seconds: ${JSON.stringify(figures)}, MB: ${Math.round(size / 1e6)}\n`,
    )
  })
})

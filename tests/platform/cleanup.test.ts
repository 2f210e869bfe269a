import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { currentUser } from '#contracts/session'
import { sweep } from '#platform/cleanup'
import { readConfig } from '#platform/config'
import { sealLog } from '#platform/kernel/audit/keep-log'
import { day, hour, minute } from '#platform/kernel/clock'
import { newId } from '#platform/kernel/ids'
import { jsonLog } from '#platform/kernel/log'
import { makeMetrics } from '#platform/kernel/metrics'
import { keepUp } from '#platform/upkeep'
import { auditKeys, auditSecret } from './databases.ts'
import { testPlatform } from './harness.ts'
import { untilOneWaits } from './locks.ts'
import { storePicture } from './pictures.ts'

const platform = testPlatform()

test('LOGIN-5 cleanup removes what has run out and keeps the rest', async () => {
  const { db, now } = platform
  await platform.insert('captcha', [
    { key: 'old', answer: '1', expires_at: new Date(now().getTime() - 1) },
    { key: 'new', answer: '1', expires_at: new Date(now().getTime() + minute) },
  ])
  await platform.insert('sign_in_attempt', [
    { account: 'old', address: 'x', failures: 5, last_at: new Date(now().getTime() - 2 * hour) },
    { account: 'new', address: 'x', failures: 5, last_at: now() },
  ])
  await platform.insert(
    'login_log',
    Array.from({ length: 2500 }, () => ({
      id: newId(now()),
      user_name: 'ancient',
      request_ip: 'x',
      agent: '',
      login_result: '1',
      login_time: new Date(now().getTime() - 200 * day),
    })),
  )
  const kept = await db.selectFrom('login_log').where('user_name', '!=', 'ancient').select('id').execute()
  await sweep(db, now(), { logRetentionDays: 180, auditKeys })
  expect(await platform.rows('captcha')).toMatchObject([{ key: 'new' }])
  expect(await platform.rows('sign_in_attempt')).toMatchObject([{ account: 'new' }])
  expect(await platform.rows('login_log')).toHaveLength(kept.length)
  await platform.ok(currentUser, { as: 'operator' })
})

test('HOLD-7 a cleanup that is still at work is not joined by the next one', async () => {
  const { db, now } = platform
  const clean = () => sweep(db, now(), { logRetentionDays: 180, auditKeys })
  const holding = await db.startTransaction().execute()
  await sql`lock table captcha`.execute(holding)
  const first = clean()
  await untilOneWaits(platform)
  await platform.insert('sign_in_attempt', [
    { account: 'later', address: 'x', failures: 5, last_at: new Date(now().getTime() - 2 * hour) },
  ])
  await clean()
  expect(await platform.rows('sign_in_attempt', { account: 'later' })).toHaveLength(1)
  await holding.rollback().execute()
  await first
  await clean()
  expect(await platform.rows('sign_in_attempt', { account: 'later' })).toEqual([])
})

test('OLOG-1 cleanup trims both logs in batches, and takes away the words that only trimmed rows had', async () => {
  const { db, now } = platform
  const old = new Date(now().getTime() - 200 * day)
  const row = { account_id: 'x', module: 'role', type: 'add', method: 'POST', path: '/', request_ip: 'x' }
  const operations = [
    ...Array.from({ length: 2100 }, (_, n) => ({ username: `long-gone-${n}`, create_time: old })),
    { username: 'still-there', create_time: old },
    { username: 'still-there', create_time: now() },
    { username: 'operator', create_time: now() },
  ]
  await platform.insert(
    'operation_log',
    operations.map((given) => ({ ...row, ...given, id: newId(now()), status: '1' })),
  )
  await platform.set('operation_log', {}, { seq: null })
  await platform.set('operation_head', {}, { seq: 0, seal: '', key: '', mac: '' })
  await db.transaction().execute((transaction) => sealLog(transaction, auditKeys))
  const words = async () => {
    const rows = await db
      .selectFrom('log_word')
      .where((e) =>
        e.or([
          e('word', 'like', 'long-gone-%'),
          e('word', 'in', ['still-there', 'ancient', 'operator', 'role']),
        ]),
      )
      .orderBy('kind')
      .orderBy('word')
      .select(['kind', 'word'])
      .execute()
    return rows.map(({ kind, word }) => `${kind} ${word}`)
  }
  expect((await words()).filter((word) => word.startsWith('operator long-gone-'))).toHaveLength(2100)
  await sweep(db, now(), { logRetentionDays: 180, auditKeys })
  const left = await platform.rows('operation_log', { username: ['long-gone-1', 'still-there'] })
  expect(left).toMatchObject([{ username: 'still-there' }])
  expect(await words()).toEqual([
    'login operator',
    'module role',
    'operator operator',
    'operator still-there',
  ])
})

test('HOLD-7 cleanup looks at the words of the rows that it took, not at all that the logs have', async () => {
  const { db, now } = platform
  const words = Array.from({ length: 3_000 }, (_, n) => ({ kind: 'login', word: `unseen-${n}` }) as const)
  await platform.insert('log_word', words)
  await platform.insert('login_log', {
    ...{ id: newId(now()), user_name: 'went', request_ip: 'went', agent: '', login_result: '1' },
    login_time: new Date(now().getTime() - 200 * day),
  })
  await sweep(db, now(), { logRetentionDays: 180, auditKeys })
  expect(await platform.rows('log_word', { word: 'went' })).toEqual([])
  const unseen = db.selectFrom('log_word').where('word', 'like', 'unseen-%').select('word')
  expect(await unseen.execute()).toHaveLength(3_000)
})

test('HOLD-7 pictures that nobody shows go within the hour, other things within the minute', async () => {
  const { db, now } = platform
  const folder = await mkdtemp(join(tmpdir(), 'atrium-upkeep-'))
  await storePicture(platform)
  platform.forward(2 * day)
  await platform.insert('captcha', { key: 'old', answer: '1', expires_at: new Date(0) })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const config = readConfig({ AUDIT_KEY: auditSecret, DATA_DIR: folder })
  const end = keepUp(db, now, () => config, jsonLog('error'))
  const [captchas, pictures] = [() => platform.count('captcha'), () => platform.count('image')]
  const before = await pictures()
  vi.advanceTimersByTime(minute)
  await expect.poll(captchas).toBe(0)
  expect(await pictures()).toBe(before)
  vi.advanceTimersByTime(59 * minute)
  await expect.poll(pictures).toBeLessThan(before)
  await end()
  vi.useRealTimers()
})

test('WHY-5 an entry that retention may not take away is told as an error each minute', async () => {
  const { db, now } = platform
  const folder = await mkdtemp(join(tmpdir(), 'atrium-upkeep-'))
  await sql`update operation_log set create_time = now() - interval '10 years'`.execute(db)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const config = readConfig({ AUDIT_KEY: auditSecret, DATA_DIR: folder })
  const lines: string[] = []
  const { registry, upkeep } = makeMetrics()
  const end = keepUp(db, now, () => config, jsonLog('error', { write: (line) => lines.push(line) }), upkeep)
  // The next minute, while that of another test is still at work.
  const said = () => {
    vi.advanceTimersByTime(minute)
    return lines.join()
  }
  await expect.poll(said).toMatch(/entry \d+ of the operation log is not as it was written/)
  await expect.poll(() => registry.metrics()).toContain('atrium_operation_log_fault{at="beginning"} 1')
  expect(await registry.metrics()).toContain('atrium_operation_log_fault{at="end"} 0')
  await end()
  vi.useRealTimers()
})

test('HOLD-9 a clock that differs from the database’s by more than a minute is told, and when it does no more', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-upkeep-'))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const config = readConfig({ AUDIT_KEY: auditSecret, DATA_DIR: folder })
  const lines: string[] = []
  let ahead = -3 * minute
  const clock = () => new Date(Date.now() + ahead)
  const end = keepUp(platform.db, clock, () => config, jsonLog('info', { write: (line) => lines.push(line) }))
  const said = () => {
    vi.advanceTimersByTime(minute)
    return lines.join()
  }
  await expect
    .poll(said)
    .toMatch(/"secondsAhead":-180,"event":"the clocks of this machine and of the database differ/)
  said()
  ahead = 0
  await expect.poll(said).toContain('the clocks of this machine and of the database agree again')
  expect(lines.filter((line) => line.includes('of this machine'))).toHaveLength(2)
  await end()
  vi.useRealTimers()
})

test('HOLD-9 a clock that leaps forward by more than a day is told, and takes nothing away for an hour', async () => {
  const { db, now } = platform
  const folder = await mkdtemp(join(tmpdir(), 'atrium-upkeep-'))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const config = readConfig({ AUDIT_KEY: auditSecret, DATA_DIR: folder })
  const lines: string[] = []
  const end = keepUp(db, now, () => config, jsonLog('warn', { write: (line) => lines.push(line) }))
  const entries = () => platform.count('login_log')
  const before = await entries()
  vi.advanceTimersByTime(minute)
  platform.forward(200 * day)
  vi.advanceTimersByTime(59 * minute)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await entries()).toBe(before)
  expect(lines.join().match(/the clock was put forward/g)).toHaveLength(1)
  vi.advanceTimersByTime(2 * minute)
  await expect.poll(entries).toBe(0)
  await end()
  vi.useRealTimers()
})

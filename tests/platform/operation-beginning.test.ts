import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sealingMigrations, sealLog } from '#platform/kernel/audit/keep-log'
import { recordOperation } from '#platform/kernel/audit/operation-log'
import { sealKeys } from '#platform/kernel/audit/seal'
import { systemClock } from '#platform/kernel/clock'
import { getMigrations, migrate } from '#platform/kernel/db/migrate'
import { firstStart } from '#platform/seed/first-start'
import { acceptBreak } from '../../tools/operate/accept-break.ts'
import { verifyLog } from '../../tools/operate/verify-log.ts'
import { auditKeys } from './databases.ts'
import { emptyDatabase } from './empty-database.ts'

describe('WHY-5 the operation log', () => {
  test.each([false, true])('begins with the data of a first start (demo data: %s)', async (demo) => {
    const db = await emptyDatabase()
    await migrate(
      db,
      sealingMigrations({ getMigrations }, () => auditKeys),
    )
    const { log } = await firstStart(db, systemClock, { demo, adminPassword: 'Atrium2026', auditKeys })
    expect(log).toEqual({ isOfAnotherKey: false, isWhole: true })
    const { finding, entries } = await verifyLog(db, auditKeys)
    expect(finding).toBeUndefined()
    expect(entries > 0).toBe(demo)
  })

  test('is written to under another key than it began with, which is told, and can be accepted', async () => {
    const db = await emptyDatabase()
    await migrate(
      db,
      sealingMigrations({ getMigrations }, () => auditKeys),
    )
    const others = sealKeys(['the-key-of-a-start-that-had-another-one'])
    const given = { demo: false, adminPassword: 'Atrium2026' }
    await firstStart(db, systemClock, { ...given, auditKeys })
    const { log } = await firstStart(db, systemClock, { ...given, auditKeys: others })
    expect(log.isOfAnotherKey).toBe(true)
    expect((await verifyLog(db, auditKeys)).finding).toBeUndefined()
    const person = { id: '', account: 'admin', name: null, superIdentification: true }
    const author = { person, business: {}, now: systemClock(), address: '127.0.0.1', requestId: null }
    const operation = { module: 'role', type: 'add', method: 'POST', path: '/sys/role' }
    const record = (id: string) =>
      db
        .transaction()
        .execute((own) => recordOperation({ db: own, keys: others }, id, author, operation, 'normal', {}))
    await record('first')
    const found = await verifyLog(db, others)
    expect(found.finding).toEqual({ what: 'entryMissing', seq: 1 })
    const accepted = { from: 1, to: 2, reason: 'the key of the first start is lost', by: 'operator' }
    await acceptBreak(db, others, found, accepted, systemClock())
    await record('second')
    expect((await verifyLog(db, others)).finding).toBeUndefined()
  })

  test('begins with all that a version without seals has left, many of one moment', async () => {
    const db = await emptyDatabase()
    await migrate(db)
    await sql`insert into operation_log (id, account_id, username, module, type, method, path, request_ip, status, create_time)
      select n::text, 'a', 'admin', 'role', 'add', 'POST', '/role', '10.0.0.1', 'success',
        timestamptz '2026-01-01 00:00:00.123457+00' + n / 900 * interval '1 microsecond'
      from generate_series(1, 2500) n`.execute(db)
    await sealLog(db, auditKeys)
    const whole = await verifyLog(db, auditKeys)
    expect(whole.finding).toBeUndefined()
    expect(whole).toMatchObject({ entries: 2500, head: { seq: 2500 } })
  })
})

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createApp } from '#platform/app'
import { openDatabase } from '#platform/kernel/db/open'
import { openProbe } from '#platform/kernel/db/probe'
import { jsonLog } from '#platform/kernel/log'
import { makeMetrics } from '#platform/kernel/metrics'
import { notPermitted, Refusal } from '#platform/kernel/refusal'
import { auditKeys } from './databases.ts'
import { testPlatform } from './harness.ts'

const platform = testPlatform()
const ask = async (path: string) => {
  const response = await platform.send('GET', path)
  return { status: response.status, body: await response.json() }
}

test('OPS-4 a platform is alive, and ready with its database and the schema of its version', async () => {
  expect(await ask('/healthz')).toEqual({ status: 200, body: { status: 'alive' } })
  expect(await ask('/readyz')).toEqual({
    status: 200,
    body: { status: 'ready', database: 'ok', schema: 'ok' },
  })
})

test('OPS-4 a platform over an older schema is not ready; over a newer one it serves on', async () => {
  const name = '9999-of-a-later-version'
  const add = sql`insert into kysely_migration values (${name}, '2026-11-22')`
  await add.execute(platform.db)
  expect(await ask('/readyz')).toMatchObject({ status: 200, body: { schema: 'newer' } })
  await sql`delete from kysely_migration where name = ${name}`.execute(platform.db)
  const { rows } = await sql`delete from kysely_migration where name like '0002%' returning *`.execute(
    platform.db,
  )
  expect(rows).toHaveLength(1)
  expect(await ask('/readyz')).toEqual({
    status: 503,
    body: { status: 'notReady', database: 'ok', schema: 'older' },
  })
})

test('OPS-4 a platform whose database is away is alive, and not ready', async () => {
  const log = jsonLog('error', { write: () => {} })
  const db = openDatabase('postgresql://nobody@127.0.0.1:1/nowhere', log)
  const config = { clientId: '', clientSecret: '', auditKeys, trustedProxies: [], captchaFixed: undefined }
  const app = createApp({ db, clock: () => new Date(), config, log })
  expect((await app.request('/healthz')).status).toBe(200)
  const answer = await app.request('/readyz')
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'notReady', database: 'away' }])
  await db.destroy()
})

test('OPS-4 OPS-5 a platform whose connections are all taken is not ready, says so in time, and is measured all the same', async () => {
  const log = jsonLog('error', { write: () => {} })
  const metrics = makeMetrics()
  const db = openDatabase(platform.address(), log, { connections: 1 })
  const probe = openProbe(platform.address())
  metrics.onDatabase(probe, platform.now)
  const config = { clientId: '', clientSecret: '', auditKeys, trustedProxies: [], captchaFixed: undefined }
  const app = createApp({ db, clock: platform.now, config, log, probe })
  const taken = await db.startTransaction().execute()
  try {
    await sql`select 1`.execute(taken)
    const since = performance.now()
    const answer = await app.request('/readyz')
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { status: 'notReady', database: 'busy', schema: expect.any(String) },
    ])
    expect(performance.now() - since).toBeLessThan(2_000)
    const told = await metrics.registry.metrics()
    expect(told).toContain('atrium_database_up 1')
    expect(told).toMatch(/^atrium_sessions \d+$/m)
    expect(performance.now() - since).toBeLessThan(2_500)
  } finally {
    await taken.rollback().execute()
  }
  await expect.poll(async () => (await (await app.request('/readyz')).json()).database).toBe('ok')
  await Promise.all([db.destroy(), probe.close()])
})

test('OPS-4 HOLD-1 a probe is led to the primary, where the address names several hosts', async () => {
  const probe = openProbe(platform.address().replace('@', '@127.0.0.1:1,'))
  await expect(probe.ask((db) => sql`select 1 as one`.execute(db))).resolves.toMatchObject({
    rows: [{ one: 1 }],
  })
  await probe.close()
})

test('OPS-4 a probe whose connection broke, or whose question was never answered, connects anew', async () => {
  const probe = openProbe(platform.address())
  const process = async () => {
    const { rows } = await probe.ask((db) => sql<{ id: number }>`select pg_backend_pid() as id`.execute(db))
    return rows[0]?.id
  }
  const first = await process()
  await expect(probe.ask((db) => sql`select pg_sleep(60)`.execute(db))).rejects.toThrow('no answer within')
  const second = await process()
  expect(second).not.toBe(first)
  await sql`select pg_terminate_backend(${second})`.execute(platform.db)
  await expect.poll(process).not.toBe(second)
  await probe.close()
})

test('OPS-4 EDGE-8 what a question comes to ends none that is asked beside it', async () => {
  const probe = openProbe(platform.address())
  const ready = probe.ask((db) => sql`select pg_sleep(0.3)`.execute(db).then(() => 'ready'))
  await expect(probe.ask(async () => Promise.reject(notPermitted()))).rejects.toThrow(Refusal)
  expect(await ready).toBe('ready')
  await probe.close()
})

test('OPS-4 HOLD-9 a probe for which the server has no connection left asks over those of the calls', async () => {
  const crowded = `crowded_${randomBytes(4).toString('hex')}`
  await sql`create role ${sql.id(crowded)} login password 'secret' connection limit 1`.execute(platform.db)
  const address = Object.assign(new URL(platform.address()), { username: crowded, password: 'secret' }).href
  const db = openDatabase(address, jsonLog('error'), { connections: 1 })
  const probe = openProbe(address, db)
  const one = sql<{ one: number }>`select 1 as one`
  try {
    await one.execute(db)
    await expect(probe.ask((asked) => one.execute(asked))).resolves.toMatchObject({ rows: [{ one: 1 }] })
  } finally {
    await Promise.all([db.destroy(), probe.close()])
    await sql`drop role ${sql.id(crowded)}`.execute(platform.db)
  }
})

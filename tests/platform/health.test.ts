import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createApp } from '#platform/app'
import { openDatabase } from '#platform/kernel/db/open'
import { jsonLog } from '#platform/kernel/log'
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

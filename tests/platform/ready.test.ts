import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import { openDatabase } from '#platform/kernel/db/open'
import { ready } from '#platform/kernel/db/ready'
import { jsonLog } from '#platform/kernel/log'
import { admin, testPlatform } from './harness.ts'

const platform = testPlatform()

test('HOLD-7 what every call asks is planned once for a connection, and a list anew for what is sought', async () => {
  const db = openDatabase(platform.address(), jsonLog('error'), { connections: 1 })
  const sought = (id: string) => db.selectFrom('account').where('id', '=', id).select('id')
  for (const id of ['1', '2', '3']) {
    await sought(id).modifyEnd(ready).execute()
    await sought(id).orderBy('id').execute()
  }
  const { rows } = await sql`select statement from pg_prepared_statements`.execute(db)
  expect(rows).toEqual([{ statement: 'select "id" from "account" where "id" = $1 /* ready */' }])
  await db.destroy()
})

test('HOLD-7 what a count costs is estimated once for the same search', async () => {
  const search = (account: string) =>
    platform.statementsOf(() => platform.ok(accounts.list, admin, { query: { account, limit: 1 } }))
  await search('a')
  const first = await search('ad')
  expect(await search('ad')).toBeLessThan(first)
  expect(await search('nobody of that name'), 'nothing is to be counted').toBeLessThan(first - 1)
})

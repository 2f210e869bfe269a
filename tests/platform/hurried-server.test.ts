import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '#platform/kernel/db/open'
import { jsonLog } from '#platform/kernel/log'
import { settle } from '../../tools/operate/tables.ts'
import { testPlatform } from './harness.ts'

const platform = testPlatform()

test('OPS-7 OPS-11 a time for statements that the server sets by itself ends no migration, export or copy', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(platform.db)
  await sql`alter database ${sql.ref(rows[0]?.name ?? '')} set statement_timeout = 100`.execute(platform.db)
  const unhurried = openDatabase(platform.address(), jsonLog('error'))
  const client = new pg.Client(platform.address())
  await client.connect()
  try {
    await expect(client.query('select pg_sleep(0.3)')).rejects.toThrow(/statement timeout/)
    await settle(client)
    await client.query('select pg_sleep(0.3)')
    await sql`select pg_sleep(0.3)`.execute(unhurried)
  } finally {
    await client.end()
    await unhurried.destroy()
  }
})

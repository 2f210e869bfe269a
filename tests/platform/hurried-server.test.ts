import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '#platform/kernel/db/open'
import type { Database } from '#platform/kernel/db/schema'
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

test('HOLD-5 HOLD-9 what a server sets for its users changes no time that is read, and ends no change that waits for another one', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(platform.db)
  const name = sql.ref(rows[0]?.name ?? '')
  await sql`alter database ${name} set lock_timeout = 100`.execute(platform.db)
  await sql`alter database ${name} set datestyle = 'SQL, DMY'`.execute(platform.db)
  await sql`alter database ${name} set default_transaction_isolation = 'serializable'`.execute(platform.db)
  await sql`alter database ${name} set idle_session_timeout = 200`.execute(platform.db)
  const lines: string[] = []
  const log = jsonLog('warn', { write: (line) => lines.push(line) })
  const open = () => openDatabase(platform.address(), log, { connections: 1 })
  const [one, other] = [open(), open()]
  try {
    const time = sql<{ at: Date }>`select timestamptz '2026-11-05T00:00:00Z' as at`
    expect((await time.execute(other)).rows).toEqual([{ at: new Date('2026-11-05T00:00:00Z') }])
    const changed = (db: Database) =>
      db.updateTable('account').set({ name: 'x' }).where('account', '=', 'admin')
    const holding = one.transaction().execute(async (db) => {
      await changed(db).execute()
      await sql`select pg_sleep(0.4)`.execute(db)
    })
    await sql`select pg_sleep(0.1)`.execute(other)
    await changed(other).execute()
    await holding
    await sleep(400)
    expect(lines).toEqual([])
  } finally {
    await one.destroy()
    await other.destroy()
  }
})

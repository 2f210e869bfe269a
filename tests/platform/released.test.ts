import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { describe, expect, test } from 'vitest'
import { sealingMigrations } from '#platform/kernel/audit/keep-log'
import { second, systemClock } from '#platform/kernel/clock'
import {
  getMigrations,
  migrate,
  migrationNames,
  migrationsIn,
  schemaState,
} from '#platform/kernel/db/migrate'
import type { Database, Queries } from '#platform/kernel/db/schema'
import { missingTrigramIndexes } from '#platform/kernel/db/trigram'
import { firstStart } from '#platform/seed/first-start'
import { verifyLog } from '../../tools/operate/verify-log.ts'
import { auditKeys } from './databases.ts'
import { emptyDatabase } from './empty-database.ts'
import { untilOneWaits } from './locks.ts'

/** The demo data of each version that was released, as it had them: rows by table. */
const folder = join(import.meta.dirname, 'released')
const versions = readdirSync(folder).map((file) => file.replace('.json.gz', ''))
type Rows = Record<string, Record<string, unknown>[]>
const rowsOf = (version: string): Rows =>
  JSON.parse(gunzipSync(readFileSync(join(folder, `${version}.json.gz`))).toString())

/** A database as that version left it. */
async function leftBy(version: string): Promise<{ db: Database; rows: Rows }> {
  const { kysely_migration: done = [], kysely_migration_lock: _, ...rows } = rowsOf(version)
  const db = await emptyDatabase()
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateTo(
    String(done.at(-1)?.name),
  )
  if (error !== undefined) throw error
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    for (const [table, values] of Object.entries(rows)) {
      const name = sql.table(table)
      await sql`delete from ${name}`.execute(transaction)
      await sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${JSON.stringify(values)})`.execute(
        transaction,
      )
    }
  })
  return { db, rows }
}

/** Everything in a database, and its shape. */
async function everything(db: Database) {
  const { rows: columns } = await sql<{ table_name: string }>`
    select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public' order by 1, 2`.execute(db)
  const tables = [...new Set(columns.map(({ table_name }) => table_name))]
  const contents = await Promise.all(
    tables.map((table) =>
      sql`select to_json(t)::text as row from ${sql.table(table)} t order by 1`.execute(db),
    ),
  )
  return { columns, contents: contents.map(({ rows }) => rows) }
}

const failing: Migration = {
  up: async (db) => {
    await sql`alter table account add column half text`.execute(db)
    await sql`insert into nowhere values (1)`.execute(db)
  },
}
const good: Migration = {
  up: async (db) => void (await sql`alter table account add column nickname text`.execute(db)),
}
/** This version's migrations, and those of one after it. */
const withNewer = (more: Record<string, Migration>) => ({
  getMigrations: async () => ({ ...(await getMigrations()), ...more }),
})

describe.each(versions)('a database of version %s', (version) => {
  test('OPS-8 is brought to this version by a start, and every row is still there', async () => {
    const { db, rows } = await leftBy(version)
    expect(await schemaState(db)).toBe('older')
    await migrate(
      db,
      sealingMigrations({ getMigrations }, () => auditKeys),
    )
    expect(await schemaState(db)).toBe('ok')
    for (const [table, before] of Object.entries(rows)) {
      const { rows: after } = await sql<{
        row: object
      }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(db)
      const kept = after.map(({ row }) => row)
      expect(kept.length, table).toBe(before.length)
      const keys = Object.keys(before[0] ?? {}).filter((key) => key in (kept[0] ?? {}))
      const only = (row: Record<string, unknown>) => JSON.stringify(keys.map((key) => row[key]))
      expect(kept.map((row) => only({ ...row })).sort(), table).toEqual(before.map(only).sort())
    }
    expect(
      await firstStart(db, systemClock, { demo: true, adminPassword: undefined, auditKeys }),
    ).toMatchObject({
      made: 'nothing',
    })
    expect((await verifyLog(db, auditKeys)).finding, 'its operation log').toBeUndefined()
  })

  test('OPS-8 is left whole by a migration that fails, which is told by its name', async () => {
    const { db } = await leftBy(version)
    const before = await everything(db)
    const [newer] = (await migrationNames()).slice(-1)
    await expect(migrate(db, withNewer({ '9998-good': good, '9999-failing': failing }))).rejects.toThrow(
      /9999-failing failed \(relation "nowhere" does not exist\)\. Nothing has changed/,
    )
    expect(await everything(db)).toEqual(before)
    await migrate(db)
    expect((await migrationsIn(db)).at(-1)).toBe(newer)
  })
})

test('HOLD-4 OPS-8 a migration that waits for a reader lets everybody else by, and is done once the reader has ended', async () => {
  const db = await emptyDatabase()
  await migrate(db)
  const read = (by: Queries) => sql`select id from account`.execute(by)
  const reader = await db.startTransaction().execute()
  await read(reader)
  const migrated = migrate(db, withNewer({ '9998-good': good }))
  await untilOneWaits({ db })
  await read(db)
  expect(await schemaState(db)).toBe('ok')
  await reader.rollback().execute()
  await migrated
  expect(await schemaState(db)).toBe('newer')
})

test('OPS-8 HOLD-7 a migration whose indexes meet a writer waits for it as well, and makes them', async () => {
  const db = await emptyDatabase()
  await new Migrator({ db, provider: { getMigrations } }).migrateTo('0021-viewing')
  const writer = await db.startTransaction().execute()
  await sql`lock table department in row exclusive mode`.execute(writer)
  const migrated = migrate(db)
  await untilOneWaits({ db })
  await sleep(2.5 * second)
  await writer.rollback().execute()
  await migrated
  expect(await missingTrigramIndexes(db)).toEqual([])
})

test('OPS-8 a version that is older than the schema says so, and touches nothing', async () => {
  const db = await emptyDatabase()
  await migrate(db, withNewer({ '9998-good': good }))
  const before = await everything(db)
  await expect(migrate(db)).rejects.toThrow(
    new RegExp(
      `its schema is 9998-good, and this version knows those up to ${(await migrationNames()).at(-1)}`,
    ),
  )
  expect(await everything(db)).toEqual(before)
  await migrate(db, withNewer({ '9998-good': good }))
})

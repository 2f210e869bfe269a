import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './schema.ts'

/** A file each, in the order of their names; one that was released is never edited. */
const folder = new URL('migrations/', import.meta.url)

async function getMigrations(): Promise<Record<string, Migration>> {
  const named = (await migrationNames()).map(async (name) => {
    const migration: Migration = await import(new URL(`${name}.ts`, folder).href)
    return [name, migration] as const
  })
  return Object.fromEntries(await Promise.all(named))
}

let names: Promise<string[]> | undefined

/** The migrations of this version, the oldest first. */
export function migrationNames(): Promise<string[]> {
  names ??= readdir(folder).then((files) =>
    files
      .filter((file) => file.endsWith('.ts'))
      .map((file) => file.slice(0, -'.ts'.length))
      .toSorted(),
  )
  return names
}

/** The migrations that a database has been through. */
export async function migrationsIn(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** How the schema of a database compares with this version's. Throws where there is no database, or nothing in it. */
export async function schemaState(db: Database): Promise<'ok' | 'older' | 'newer'> {
  const [own, found] = [await migrationNames(), new Set(await migrationsIn(db))]
  if (own.some((name) => !found.has(name))) return 'older'
  return found.size > own.length ? 'newer' : 'ok'
}

/** Goes forward to the migration `last` only, in a transaction that the caller has begun. */
export async function migrateTo(db: Database, last: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations }, disableTransactions: true })
  const { error } = await migrator.migrateTo(last)
  if (error !== undefined) throw error
}

/** Brings the schema up to date. Several processes may do it at once: Kysely holds an advisory lock meanwhile. */
export async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

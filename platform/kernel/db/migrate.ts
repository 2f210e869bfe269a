import { readdir } from 'node:fs/promises'
import { extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { second } from '#platform/kernel/clock'
import { causeOf } from '#platform/kernel/log'
import { isConnectionFailure, isLockTaken } from './failures.ts'
import type { Database } from './schema.ts'

/** A file each, in the order of their names; one that was released is never edited. */
const folder = new URL('migrations/', import.meta.url)
/** `.ts` in a clone, `.mjs` in an archive. */
const ending = extname(new URL(import.meta.url).pathname)
/** How long a migration keeps everybody else waiting for a lock, and how long it lets them by until it tries again. */
const longestLock = 2 * second
const pause = second

export async function getMigrations(): Promise<Record<string, Migration>> {
  const named = (await migrationNames()).map(async (name) => {
    const migration: Migration = await import(new URL(name + ending, folder).href)
    return [name, migration] as const
  })
  return Object.fromEntries(await Promise.all(named))
}

let names: Promise<string[]> | undefined

/** The migrations of this version, the oldest first. */
export function migrationNames(): Promise<string[]> {
  names ??= readdir(folder).then((files) =>
    files
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length))
      .toSorted(),
  )
  return names
}

/** The migrations that a database has been through. */
export async function migrationsIn(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Which of a version's migrations a database has not been through, and which it has that the version does not know. */
async function compared(db: Database, own: readonly string[]) {
  const found = await migrationsIn(db)
  return {
    missing: own.filter((name) => !found.includes(name)),
    unknown: found.filter((name) => !own.includes(name)),
  }
}

/** How the schema of a database compares with this version's. Throws where there is no database, or nothing in it. */
export async function schemaState(db: Database): Promise<'ok' | 'older' | 'newer'> {
  const { missing, unknown } = await compared(db, await migrationNames())
  if (missing.length > 0) return 'older'
  return unknown.length > 0 ? 'newer' : 'ok'
}

/** Goes forward to the migration `last` only, in a transaction that the caller has begun. */
export async function migrateTo(
  db: Database,
  last: string,
  provider: MigrationProvider = { getMigrations },
): Promise<void> {
  const migrator = new Migrator({ db, provider, ...(await ownTables(db)), disableTransactions: true })
  const { error } = await migrator.migrateTo(last)
  if (error !== undefined) throw error
}

/** Kysely would take its tables in another schema of the database for those of this one. */
async function ownTables(db: Database): Promise<{ migrationTableSchema?: string }> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0] === undefined ? {} : { migrationTableSchema: rows[0].name }
}

/**
 * Brings the schema up to date, from any that was released, in one transaction: whole or not at all. Several processes may do
 * it at once: Kysely holds an advisory lock meanwhile. While somebody reads what it alters (an export, a backup), it is tried
 * again and again: whoever comes after a waiting migration waits, too. Throws an Error that tells the operator, for a schema of a newer version
 * and for a migration that fails; and the failure itself where the connection is lost.
 * @param at is told of each migration, as it begins
 */
export async function migrate(
  db: Database,
  provider: MigrationProvider = { getMigrations },
  at: (name: string) => void = () => {},
): Promise<void> {
  await refuseUnfit(db, Object.keys(await provider.getMigrations()))
  const migrator = new Migrator({
    ...{ db, provider: { getMigrations: () => hurried(provider, at) } },
    ...(await ownTables(db)),
  })
  let { error, results } = await migrator.migrateToLatest()
  while (isLockTaken(error)) {
    await sleep(pause)
    ;({ error, results } = await migrator.migrateToLatest())
  }
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  if (failed === undefined || isConnectionFailure(error)) throw error
  throw new Error(
    `The database could not be brought to this version's schema: ${failed} failed (${causeOf(error).message}). Nothing has changed; the version before this one goes on with the data as they are.`,
    { cause: error },
  )
}

/** The same migrations, which do not wait for long where somebody holds a lock. */
async function hurried(
  provider: MigrationProvider,
  at: (name: string) => void,
): Promise<Record<string, Migration>> {
  const all = Object.entries(await provider.getMigrations())
  const inHaste = ([name, own]: [string, Migration]) => {
    const up: Migration['up'] = async (db) => {
      at(name)
      await sql`set local lock_timeout = ${sql.lit(longestLock)}`.execute(db)
      await own.up(db)
    }
    return [name, { ...own, up }] as const
  }
  return Object.fromEntries(all.map(inHaste))
}

/** How often two connections are asked by turns: a pool may give each a session of its own once. */
const turns = 4

/** @throws Error that tells the operator where two connections that are open at once do not keep a session each: locks and prepared statements of one would be the other's */
export async function refuseSharedSession(one: Database, other: Database): Promise<void> {
  const [own, others] = [new Set<number>(), new Set<number>()]
  for (let turn = 0; turn < turns; turn += 1) {
    own.add(await sessionOf(one))
    others.add(await sessionOf(other))
  }
  if (own.size + others.size === 2 && new Set([...own, ...others]).size === 2) return
  throw new Error(
    'DATABASE_URL leads through a pool that gives a session to several connections in turn. Nothing was changed. Have it keep sessions (PgBouncer: pool_mode = session), or name the database itself.',
  )
}

async function sessionOf(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}

/** What tells the operator that a database cannot hold every text, or tells apart what is one, where it does. */
export async function tooNarrow(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{
    encoding: string
    isPair: boolean
  }>`select current_setting('server_encoding') as encoding, lower('I') = 'i' as "isPair"`.execute(db)
  const [found] = rows
  if (found?.encoding !== 'UTF8')
    return `The database has the encoding ${found?.encoding}, which cannot hold every text. Nothing was changed. Make another one: create database … encoding 'UTF8' template template0.`
  // Turkish and Azerbaijani.
  return found.isPair
    ? undefined
    : "In the locale of the database I is not the capital of i, so that ADMIN and admin would be two accounts. Nothing was changed. Make another one: create database … locale_provider libc locale 'C.UTF-8' template template0."
}

/** @throws Error that tells the operator, for a schema of a newer version, and for a database that cannot be brought to this one */
export async function refuseUnfit(db: Database, own: readonly string[]): Promise<void> {
  const narrow = await tooNarrow(db)
  if (narrow !== undefined) throw new Error(narrow)
  const { rows } = await sql<{ hasSchema: boolean; isReadOnly: boolean; mayMake: boolean | null }>`
    select to_regclass('kysely_migration') is not null as "hasSchema",
      current_setting('transaction_read_only') = 'on' as "isReadOnly",
      has_schema_privilege(current_schema(), 'create')
        and (has_database_privilege(current_database(), 'create')
          or exists (select 1 from pg_extension where extname = 'pg_trgm')) as "mayMake"`.execute(db)
  const [found] = rows
  const { missing, unknown } =
    found?.hasSchema === true ? await compared(db, own) : { missing: own, unknown: [] }
  const newest = unknown.at(-1)
  if (newest !== undefined) {
    throw new Error(
      `A newer version of Atrium has been at this database: its schema is ${newest}, and this version knows those up to ${own.at(-1)}. Nothing was changed. Start the newer version again, or put back the backup from before the upgrade.`,
    )
  }
  if (found?.isReadOnly === true) {
    const message =
      'DATABASE_URL leads to a database that takes no writes: to a standby, or one with default_transaction_read_only. Nothing was changed. Name the primary, or all hosts.'
    // Where another server is about to become the primary, it is one in a moment.
    throw Object.assign(new Error(message), { code: '25006' })
  }
  if (missing.length > 0 && found?.mayMake !== true) {
    throw new Error(
      'The user of DATABASE_URL may not make the tables that this version needs. Nothing was changed. Make it the owner of the database, or grant it CREATE on the database and on its schema.',
    )
  }
}

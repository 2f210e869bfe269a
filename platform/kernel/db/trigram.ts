import { type QueryExecutorProvider, sql } from 'kysely'
import type { Endpoint } from '#contracts/endpoint'
import { searchTextsOf } from '#contracts/list-search'
import { resources } from '#contracts/registry'
import type { Database, Schema } from './schema.ts'

/** Of indexes for 'contains' searches: a column, as `table.column`. */
type Column = { [Table in keyof Schema]: `${Table}.${keyof Schema[Table] & string}` }[keyof Schema]

/** The names of log entries, which stand in a table of their own. */
const words: Column = 'log_word.word'

/** Within a migration. Without the extension searches are only slower, so that it is no condition; whatever else fails, fails. */
export async function makeTrigramIndexes(db: QueryExecutorProvider, ...columns: Column[]): Promise<void> {
  await sql`savepoint trigram`.execute(db)
  await sql`create extension if not exists pg_trgm`.execute(db).catch(async (error) => {
    if (!isNotToBeHad(error)) throw error
    await sql`rollback to savepoint trigram`.execute(db)
  })
  if (!(await hasTrigrams(db))) return
  for (const column of columns) await sql.raw(`create index ${definition(column)}`).execute(db)
}

/**
 * What makes the indexes that a database lacks though it has the extension: that came later, or somebody took them away. Of
 * each table that bears a resource's key, every column in which a search of its list looks for a text has one.
 */
export async function missingTrigramIndexes(db: Database): Promise<string[]> {
  if (!(await hasTrigrams(db))) return []
  const sought = Object.values(resources).flatMap(({ key, endpoints }) =>
    'list' in endpoints
      ? searchTextsOf(endpoints.list as Endpoint)
          .flatMap(([, fields]) => fields)
          .map((field) => `${key}.${field}`)
      : [],
  )
  const columns = [...new Set([words, ...sought])]
  const { rows } = await sql<{ place: string }>`
    select c.place from unnest(${columns}::text[], ${columns.map(nameOf)}::text[]) as c(place, name)
    join pg_attribute a
      on a.attrelid = to_regclass(split_part(c.place, '.', 1)) and a.attname = split_part(c.place, '.', 2)
    where to_regclass(c.name) is null`.execute(db)
  return rows.map(({ place }) => `create index concurrently ${definition(place)}`)
}

function definition(column: string): string {
  const [table, name] = column.split('.')
  return `${nameOf(column)} on ${table} using gin (${name} gin_trgm_ops)`
}

function nameOf(column: string): string {
  return `${column === words ? 'log_word' : column.replace('.', '_')}_trigram`
}

/** The server does not have it (older ones lack the file), or may not give it to us. */
function isNotToBeHad(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(0A000|58P01|42501)$/.test(String(error.code))
}

/** Not by the extension's name: it may stand in a schema where nobody looks. */
async function hasTrigrams(db: QueryExecutorProvider): Promise<boolean> {
  const { rows } = await sql`
    select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)`.execute(db)
  return rows.length > 0
}

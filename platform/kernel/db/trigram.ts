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
  const operators = await trigrams(db)
  if (operators === undefined) return
  for (const column of columns) await sql.raw(`create index ${definition(column, operators)}`).execute(db)
}

/**
 * What makes the indexes that a database lacks though it has the extension: that came later, or somebody took them away. Of
 * each table that bears a resource's key, every column in which a search of its list looks for a text has one.
 */
export async function missingTrigramIndexes(db: Database): Promise<string[]> {
  const operators = await trigrams(db)
  if (operators === undefined) return []
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
  return rows.map(({ place }) => `create index concurrently ${definition(place, operators)}`)
}

function definition(column: string, operators: string): string {
  const [table, name] = column.split('.')
  return `${nameOf(column)} on ${table} using gin (${name} ${operators})`
}

function nameOf(column: string): string {
  return `${column === words ? 'log_word' : column.replace('.', '_')}_trigram`
}

/** The server does not have it (older ones lack the file), or may not give it to us. */
function isNotToBeHad(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(0A000|58P01|42501)$/.test(String(error.code))
}

/** What such an index compares by. The extension may stand in a schema where nobody looks, of another platform in this database for one. */
async function trigrams(db: QueryExecutorProvider): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select case when pg_opclass_is_visible(o.oid) then opcname else format('%I.%I', nspname, opcname) end as name
    from pg_opclass o join pg_namespace n on n.oid = opcnamespace
    where opcname = 'gin_trgm_ops' and has_schema_privilege(n.oid, 'usage')`.execute(db)
  return rows[0]?.name
}

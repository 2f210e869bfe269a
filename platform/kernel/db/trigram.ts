import { type QueryExecutorProvider, sql } from 'kysely'
import type { Database } from './schema.ts'

/** Of the migrations, for 'contains' searches: each with its table and column. What a released one makes stays as it is. */
const indexes = {
  account_account_trigram: ['account', 'account'],
  account_phone_trigram: ['account', 'phone'],
  log_word_trigram: ['log_word', 'word'],
  account_name_trigram: ['account', 'name'],
  role_name_trigram: ['role', 'name'],
  department_name_trigram: ['department', 'name'],
  department_code_trigram: ['department', 'code'],
  organization_name_trigram: ['organization', 'name'],
  organization_code_trigram: ['organization', 'code'],
} as const

type Index = keyof typeof indexes

/** Within a migration. Without the extension searches are only slower, so that it is no condition; whatever else fails, fails. */
export async function makeTrigramIndexes(db: QueryExecutorProvider, ...names: Index[]): Promise<void> {
  await sql`savepoint trigram`.execute(db)
  await sql`create extension if not exists pg_trgm`.execute(db).catch(async (error) => {
    if (!isNotToBeHad(error)) throw error
    await sql`rollback to savepoint trigram`.execute(db)
  })
  if (!(await hasTrigrams(db))) return
  for (const name of names) await sql.raw(`create index ${definition(name)}`).execute(db)
}

/** What makes the indexes that a database lacks though it has the extension: that came later, or somebody took them away. */
export async function missingTrigramIndexes(db: Database): Promise<string[]> {
  if (!(await hasTrigrams(db))) return []
  const { rows } = await sql<{ name: Index }>`
    select name from unnest(${Object.keys(indexes)}::text[]) as name where to_regclass(name) is null`.execute(
    db,
  )
  return rows.map(({ name }) => `create index concurrently ${definition(name)}`)
}

function definition(name: Index): string {
  const [table, column] = indexes[name]
  return `${name} on ${table} using gin (${column} gin_trgm_ops)`
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

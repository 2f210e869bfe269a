import { type Kysely, sql } from 'kysely'

/** What lists of a million rows are narrowed by: who is disabled, and parts of the names of places. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index account_disabled on account (created_time desc, id desc) where not enabled`.execute(
    db,
  )
  await sql`savepoint trigram`.execute(db)
  try {
    await sql.raw(parts).execute(db)
  } catch {
    await sql`rollback to savepoint trigram`.execute(db)
  }
}

const parts = `
create index department_name_trigram on department using gin (name gin_trgm_ops);
create index department_code_trigram on department using gin (code gin_trgm_ops);
create index organization_name_trigram on organization using gin (name gin_trgm_ops);
create index organization_code_trigram on organization using gin (code gin_trgm_ops);
`

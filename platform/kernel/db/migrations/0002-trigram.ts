import { type Kysely, sql } from 'kysely'

/** Indexes for 'contains' searches. Without the extension they are only slower, so that it is no condition. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`savepoint trigram`.execute(db)
  try {
    await sql.raw(indexes).execute(db)
  } catch {
    await sql`rollback to savepoint trigram`.execute(db)
  }
}

const indexes = `
create extension if not exists pg_trgm;
create index account_account_trigram on account using gin (account gin_trgm_ops);
create index account_phone_trigram on account using gin (phone gin_trgm_ops);
`

import { type Kysely, sql } from 'kysely'

/** Accounts that came from a file say from which import. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(accountImport).execute(db)
}

const accountImport = `
alter table account add column import_id text;
create index account_import on account (import_id) where import_id is not null;
`

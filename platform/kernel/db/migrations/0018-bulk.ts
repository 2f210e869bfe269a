import { type Kysely, sql } from 'kysely'

/** Entries of the operation log that belong together say so. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(bulk).execute(db)
}

const bulk = `
alter table operation_log add column bulk_id text;
create index operation_log_bulk on operation_log (bulk_id, create_time desc, id desc) where bulk_id is not null;
`

import { type Kysely, sql } from 'kysely'

/** Entries of both logs name the request that made them, as the logs of the processes and the proxy do. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw('alter table operation_log add column if not exists request_id text').execute(db)
  await sql.raw('alter table login_log add column if not exists request_id text').execute(db)
}

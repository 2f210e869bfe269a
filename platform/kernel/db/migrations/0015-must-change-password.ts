import { type Kysely, sql } from 'kysely'

/** A password that somebody else has given holds only until its owner has signed in with it and changed it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table account add column must_change_password boolean not null default false`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * A session that sees the console as its account, for whoever began it from theirs; it goes with that one. And the few accounts for
 * which roles change nothing, so that the others are counted without a look at each.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(viewing).execute(db)
}

const viewing = `
alter table session add column parent_hash text references session on delete cascade;
create index session_parent_hash on session (parent_hash) where parent_hash is not null;
create index account_beside_roles on account (id) where super or not enabled;
`

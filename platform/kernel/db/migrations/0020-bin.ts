import { type Kysely, sql } from 'kysely'

/** What was deleted, as it stood in its tables, for as long as it can be brought back. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(bin).execute(db)
}

const bin = `
create table bin (
  kind text not null,
  record_id text not null,
  name text not null,
  org_ids text[] not null,
  deleted_by text not null,
  by_name text not null,
  deleted_at timestamptz not null,
  kept jsonb not null,
  primary key (kind, record_id)
);
create index bin_age on bin (deleted_at);
`

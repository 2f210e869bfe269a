import { type Kysely, sql } from 'kysely'

/** Every replica answers for a job, whichever works on it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(jobs).execute(db)
}

const jobs = `
create table discovery_job (
  id text primary key,
  account_id text not null,
  waiting text[] not null,
  added integer not null default 0,
  changed integer not null default 0,
  gone integer not null default 0,
  failed jsonb not null,
  started_at timestamptz not null,
  touched_at timestamptz not null,
  ended_at timestamptz
);
create index discovery_job_newest on discovery_job (account_id, started_at desc, id desc);
`

import { type Kysely, sql } from 'kysely'

/** One live SMS code a person, as a hash only; and how often people did what may be done only so often. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(codes).execute(db)
  await sql.raw(quotas).execute(db)
}

const codes = `
create table sms_code (
  account_id text primary key references account on delete cascade,
  phone text not null,
  code_hash text not null,
  tries integer not null,
  expires_at timestamptz not null
);
create index sms_code_expiry on sms_code (expires_at);
`

const quotas = `
create table quota (
  kind text not null,
  subject text not null,
  count integer not null,
  first_at timestamptz not null,
  last_at timestamptz,
  primary key (kind, subject)
);
create index quota_age on quota (first_at);
`

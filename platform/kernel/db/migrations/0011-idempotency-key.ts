import { type Kysely, sql } from 'kysely'

/** What was done under a key, so that the same request does it once. Neither key nor request can be told from the row. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(idempotencyKey).execute(db)
}

const idempotencyKey = `
create table if not exists idempotency_key (
  account_id text not null,
  key_hash text not null,
  request_hash text not null,
  answer jsonb,
  made_at timestamptz not null,
  primary key (account_id, key_hash)
);
create index if not exists idempotency_key_made_at on idempotency_key (made_at);
`

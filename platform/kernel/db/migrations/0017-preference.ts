import { type Kysely, sql } from 'kysely'

/** What people set up for themselves, as JSON in a text, which unlike jsonb holds every sign; it goes with their account. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(preference).execute(db)
}

const preference = `
create table preference (
  account_id text not null references account on delete cascade,
  key text not null,
  value text not null,
  primary key (account_id, key)
);
`

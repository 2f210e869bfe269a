import { type Kysely, sql } from 'kysely'

/**
 * Refused sign-ins that one network makes in great number share a row, which counts them and moves with the last one;
 * its name may change then, and is looked for like any other.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(series).execute(db)
}

const series = `
alter table login_log add column if not exists count integer not null default 1;
alter table login_log add column if not exists series text;
create unique index if not exists login_log_series on login_log (series) where series is not null;
drop trigger if exists keep_words_of_changes on login_log;
create trigger keep_words_of_changes after update on login_log
  referencing new table as added for each statement execute function keep_login_words();
`

import { type Kysely, sql } from 'kysely'
import { makeTrigramIndexes } from '#platform/kernel/db/trigram'

/** When somebody signed in last, and what lists of a million accounts are sorted and searched by. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(lastLogin).execute(db)
  await makeTrigramIndexes(db, 'account.name')
}

const lastLogin = `
alter table account add column last_login timestamptz;
update account a set last_login = l.last from (
  select account_id, max(login_time) as last from login_log where login_result = '1' group by account_id
) l where l.account_id = a.id;
create index account_last_login on account (coalesce(last_login, '-infinity'), id);
create index account_name on account (lower(coalesce(name, '')), id);
`

import { type Kysely, sql } from 'kysely'
import { makeTrigramIndexes } from '#platform/kernel/db/trigram'

/**
 * What a few letters find while they are typed: by how it begins, by the signs that are in it (trigrams know no Chinese ones
 * under the locale C), and where the extension is there, by any part.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(beginnings).execute(db)
  await makeTrigramIndexes(db, 'role.name')
}

const beginnings = `
create index account_account_begins on account (lower(account) text_pattern_ops);
create index account_name_begins on account (lower(name) text_pattern_ops);
create index account_phone_begins on account (phone text_pattern_ops);
create index account_name_letters on account using gin (string_to_array(lower(name), null));
create index role_name_begins on role (lower(name) text_pattern_ops);
`

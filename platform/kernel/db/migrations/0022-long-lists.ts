import { type Kysely, sql } from 'kysely'
import { makeTrigramIndexes } from '#platform/kernel/db/trigram'

/** What lists of a million rows are narrowed by: who is disabled, and parts of the names of places. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index account_disabled on account (created_time desc, id desc) where not enabled`.execute(
    db,
  )
  await makeTrigramIndexes(db, 'department.name', 'department.code', 'organization.name', 'organization.code')
}

import { type Kysely, sql } from 'kysely'

/** The organization that an organization was added in: whoever manages that one manages this one, too. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table organization add column made_in text references organization on delete set null`.execute(
    db,
  )
  await sql`create index organization_made_in on organization (made_in) where made_in is not null`.execute(db)
}

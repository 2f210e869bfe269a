import { type Kysely, sql } from 'kysely'

/** Systems by their codes, in any spelling of their letters: asked of each row of a list for whoever may change it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index pool_resource_system on pool_resource (lower(system_code))`.execute(db)
}

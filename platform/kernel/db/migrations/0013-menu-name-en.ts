import { type Kysely, sql } from 'kysely'

/** A menu entry may have an English name beside its own. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw('alter table menu_node add column if not exists name_en text').execute(db)
}

import { type Kysely, sql } from 'kysely'

/** Why a sign-in was refused; nothing for one that went well. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table login_log add column reason text`.execute(db)
}

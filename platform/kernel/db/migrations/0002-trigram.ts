import type { Kysely } from 'kysely'
import { makeTrigramIndexes } from '#platform/kernel/db/trigram'

/** Indexes for 'contains' searches. */
export async function up(db: Kysely<never>): Promise<void> {
  await makeTrigramIndexes(db, 'account.account', 'account.phone')
}

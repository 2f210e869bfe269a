import { sql } from 'kysely'
import type { Queries } from '#platform/kernel/db/schema'
import { type Head, keyOf, newHead, type SealKeys } from './seal.ts'

/**
 * The head under a key of ours, where another platform has moved it on with one that is not here yet, or not any more. Only
 * where the newest entry bears that key as well: such an entry is found out, so that nobody gains by naming a key.
 */
export async function takenOver(db: Queries, head: Head, keys: SealKeys): Promise<Head> {
  if (head.key === '' || keyOf(head.key, keys) !== undefined) return head
  const { rows } = await sql`
    select 1 from operation_log where seq = ${head.seq} and seal_key = ${head.key}`.execute(db)
  return rows.length > 0 ? newHead(head, keys) : head
}

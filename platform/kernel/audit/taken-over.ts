import { sql } from 'kysely'
import type { Queries } from '#platform/kernel/db/schema'
import { type Head, keyOf, newHead, type SealKeys } from './seal.ts'

/**
 * The head under a key of ours, where another platform has moved it on with one that is not here yet, or not any more. Only
 * where the newest entry bears that key as well: such an entry is found out, so that nobody gains by naming a key. A log without
 * entries goes on behind a gap, which tells that there may have been some.
 */
export async function takenOver(db: Queries, head: Head, keys: SealKeys): Promise<Head> {
  if (head.key === '' || keyOf(head.key, keys) !== undefined) return head
  if (head.seq === head.pruned_seq) return newHead({ ...head, seq: head.seq + 1 }, keys)
  const { rows } = await sql`
    select 1 from operation_log where seq = ${head.seq} and seal_key = ${head.key}`.execute(db)
  return rows.length > 0 ? newHead(head, keys) : head
}

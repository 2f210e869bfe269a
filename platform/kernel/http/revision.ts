import { createHash } from 'node:crypto'
import { ready } from '#platform/kernel/db/ready'
import type { Queries } from '#platform/kernel/db/schema'

/**
 * An ETag for what a menu or a list of systems may show: the revision moves with all that these depend on, in the same
 * transaction. `context` is whatever else the answer depends on.
 */
export async function revisionTag(
  db: Queries,
  context: readonly (string | null | undefined)[],
): Promise<string> {
  const { value } = await db.selectFrom('revision').select('value').modifyEnd(ready).executeTakeFirstOrThrow()
  return `"${value}-${createHash('sha256').update(context.join('|')).digest('base64url').slice(0, 22)}"`
}

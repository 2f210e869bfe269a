import { createHash } from 'node:crypto'
import type { Reach } from '#platform/kernel/auth/authority'
import { ready } from '#platform/kernel/db/ready'
import type { Caller } from './call.ts'

/**
 * An ETag for what a menu or a list of systems may show: the revision moves with all that these depend on, in the same
 * transaction; besides it depends on who asks, where they work, and in which language.
 */
export async function revisionTag({ db, person, business, locale }: Caller & Reach): Promise<string> {
  const { value } = await db.selectFrom('revision').select('value').modifyEnd(ready).executeTakeFirstOrThrow()
  const context = [person.id, business.orgId, business.systemId, locale]
  return `"${value}-${createHash('sha256').update(context.join('|')).digest('base64url').slice(0, 22)}"`
}

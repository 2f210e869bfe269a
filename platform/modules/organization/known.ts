import type { Queries } from '#platform/kernel/db/schema'
import type { Reference } from '#platform/kernel/http/version'
import { badField } from '#platform/kernel/refusal'

/** The organization that a form names. Throws a Refusal 400 when there is none. */
export async function knownOrganization(db: Queries, orgId: string): Promise<Reference> {
  const organization = await db
    .selectFrom('organization')
    .where('id', '=', orgId)
    .select(['id', 'name'])
    .executeTakeFirst()
  if (organization === undefined) throw badField('orgId', 'unknownOrganization')
  return organization
}

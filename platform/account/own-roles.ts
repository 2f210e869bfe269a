import { codes } from '#contracts/envelope'
import type { Person } from '#platform/authority'
import type { Queries } from '#platform/db/schema'
import { Refusal } from '#platform/http/refusal'

/**
 * Does `change`, and throws a Refusal 409 when it took the caller's own last role in an organization: nobody but a
 * super administrator could let them in again.
 */
export async function keepingOwnRoles(
  { db, person }: { db: Queries; person: Person },
  change: () => Promise<unknown>,
): Promise<void> {
  if (person.superIdentification) {
    await change()
    return
  }
  const before = await organizationsWithRole(db, person)
  await change()
  const after = new Set(await organizationsWithRole(db, person))
  if (!before.every((orgId) => after.has(orgId))) throw new Refusal(codes.conflict, 'ownLastRole')
}

async function organizationsWithRole(db: Queries, person: Person): Promise<string[]> {
  const rows = await db
    .selectFrom('account_role')
    .where('account_id', '=', person.id)
    .distinct()
    .select('org_id')
    .execute()
  return rows.map((row) => row.org_id)
}

import { codes } from '#contracts/envelope'
import type { Person, Reach } from '#platform/kernel/auth/authority'
import type { Queries } from '#platform/kernel/db/schema'
import { Refusal } from '#platform/kernel/refusal'

/**
 * Does `change`, and throws a Refusal 409 when it took the caller's own last role in an organization: nobody but a
 * super administrator could let them in again.
 */
export async function keepingOwnRoles({ db, person }: Reach, change: () => Promise<unknown>): Promise<void> {
  if (person.superIdentification) {
    await change()
    return
  }
  const before = await organizationsWithRole(db, person)
  await change()
  const after = new Set(await organizationsWithRole(db, person))
  if (!before.every((orgId) => after.has(orgId))) throw new Refusal(codes.conflict, 'ownLastRole')
}

/** The same asked before: that the caller holds another role in the organization, which is not `gone` either, or not this one. */
export async function requireAnotherOwn(
  { db, person }: Reach,
  roleId: string,
  orgId: string,
  gone: readonly string[],
): Promise<void> {
  if (person.superIdentification) return
  const own = await db
    .selectFrom('account_role')
    .where('account_id', '=', person.id)
    .where('org_id', '=', orgId)
    .select('role_id')
    .execute()
  const isHeld = own.some(({ role_id }) => role_id === roleId)
  const isLast = own.every(({ role_id }) => role_id === roleId || gone.includes(role_id))
  if (isHeld && isLast) throw new Refusal(codes.conflict, 'ownLastRole')
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

import { codes } from '#contracts/envelope'
import type { Person, Reach } from '#platform/kernel/auth/authority'
import type { Queries } from '#platform/kernel/db/schema'
import { idsOf } from '#platform/kernel/ids'
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
  const here = db.selectFrom('account_role').where('account_id', '=', person.id).where('org_id', '=', orgId)
  const own = await idsOf(here.select('role_id as id'))
  const isLast = own.every((id) => id === roleId || gone.includes(id))
  if (own.includes(roleId) && isLast) throw new Refusal(codes.conflict, 'ownLastRole')
}

function organizationsWithRole(db: Queries, person: Person): Promise<string[]> {
  const own = db.selectFrom('account_role').where('account_id', '=', person.id)
  return idsOf(own.distinct().select('org_id as id'))
}

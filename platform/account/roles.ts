import { sql } from 'kysely'
import { updateRoles } from '#contracts/account'
import { codes } from '#contracts/envelope'
import { absent, covers, type Person, requireCovered, type Scope, scopeOf } from '#platform/authority'
import type { Queries } from '#platform/db/schema'
import { heldNodes } from '#platform/held-nodes'
import type { Routes } from '#platform/http/call'
import { handle } from '#platform/http/handle'
import { badField, notPermitted, Refusal } from '#platform/http/refusal'
import { keepingOwnRoles } from './own-roles.ts'
import { rolesOf } from './state-of.ts'
import { type Account, lockedAccount } from './visible.ts'

export function roleRoutes(routes: Routes): void {
  handle(routes, updateRoles, async (call) => {
    const { db, scope, body, changed } = call
    requireCovered(scope, body.orgId)
    const account = await lockedAccount(call, body.userId)
    const membership = await db
      .selectFrom('membership')
      .where('account_id', '=', account.id)
      .where('org_id', '=', body.orgId)
      .select('org_id')
      .executeTakeFirst()
    if (membership === undefined) throw badField('orgId', 'notMember')
    const before = { usersRoleList: await rolesOf(call, account.id) }
    await keepingOwnRoles(call, () => replaceRoles(call, account, [body.orgId], body.usersRoleList))
    const after = { usersRoleList: await rolesOf(call, account.id) }
    changed({ subject: { id: account.id, name: account.account }, before, after })
  })
}

/**
 * The account's roles in `orgIds` become `wanted`. Where that differs from what is stored it takes
 * `usersRolesUpdate` in the organization concerned, and nobody grants what they do not hold themselves there.
 */
export async function replaceRoles(
  { db, person, scope }: { db: Queries; person: Person; scope: Scope },
  account: Pick<Account, 'id'>,
  orgIds: readonly string[],
  wanted: readonly string[],
): Promise<void> {
  const orgOf = await organizationsOf(db, person, scope, wanted)
  for (const orgId of orgOf.values()) {
    if (!orgIds.includes(orgId)) throw badField('usersRoleList', 'roleElsewhere')
  }
  const stored = await db
    .selectFrom('account_role')
    .where('account_id', '=', account.id)
    .where('org_id', 'in', orgIds)
    .orderBy('role_id')
    .select(['role_id', 'org_id'])
    .execute()
  const held = new Set(stored.map((row) => row.role_id))
  const added = [...orgOf].filter(([roleId]) => !held.has(roleId))
  const removed = stored.filter((row) => !orgOf.has(row.role_id))
  const concerned = [...added.map(([, orgId]) => orgId), ...removed.map((row) => row.org_id)]
  if (concerned.length > 0) {
    const reach = await scopeOf(db, person, updateRoles.permissions)
    for (const orgId of concerned) requireCovered(reach, orgId)
  }
  if (removed.length > 0) {
    await db
      .deleteFrom('account_role')
      .where('account_id', '=', account.id)
      .where(
        'role_id',
        'in',
        removed.map((row) => row.role_id),
      )
      .execute()
  }
  if (added.length > 0) {
    await requireHeld(db, person, added)
    await db
      .insertInto('account_role')
      .values(added.map(([roleId, orgId]) => ({ account_id: account.id, org_id: orgId, role_id: roleId })))
      .execute()
  }
}

/** Each role's organization. The roles are locked, so that none gains rights between the check and the grant. */
async function organizationsOf(
  db: Queries,
  person: Person,
  scope: Scope,
  roleIds: readonly string[],
): Promise<Map<string, string>> {
  if (roleIds.length === 0) return new Map()
  const roles = await db
    .selectFrom('role')
    .where('id', 'in', roleIds)
    .orderBy('id')
    .select(['id', 'org_id'])
    .forShare()
    .execute()
  const orgOf = new Map(roles.map((role) => [role.id, role.org_id]))
  for (const roleId of roleIds) {
    const orgId = orgOf.get(roleId)
    if (orgId === undefined) {
      throw person.superIdentification ? badField('usersRoleList', 'roleElsewhere') : absent(person)
    }
    if (!covers(scope, orgId)) throw notPermitted()
  }
  return orgOf
}

/** Throws a Refusal 403 when one of the roles holds a node that the person may not grant in its organization. */
async function requireHeld(
  db: Queries,
  person: Person,
  roles: readonly (readonly [id: string, orgId: string])[],
): Promise<void> {
  if (person.superIdentification) return
  for (const orgId of new Set(roles.map(([, roleOrg]) => roleOrg))) {
    const held = await heldNodes(db, person, orgId)
    const ids = roles.filter(([, roleOrg]) => roleOrg === orgId).map(([id]) => id)
    const beyond = await db
      .selectFrom('role as r')
      .innerJoin('role_node as rn', 'rn.role_id', 'r.id')
      .where('r.id', 'in', ids)
      .where(sql<boolean>`not rn.node_id = any(${[...held]})`)
      .select('r.name')
      .executeTakeFirst()
    if (beyond !== undefined) {
      throw new Refusal(codes.notPermitted, 'notHeld', { params: { name: beyond.name } })
    }
  }
}

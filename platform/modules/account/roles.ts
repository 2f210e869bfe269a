import { sql } from 'kysely'
import { listRole, setRole, updateRoles, usersRoles } from '#contracts/account'
import { codes } from '#contracts/envelope'
import {
  absent,
  covers,
  type Person,
  type Reach,
  requireCovered,
  type Scope,
  scopeOf,
} from '#platform/kernel/auth/authority'
import { grantableNodes } from '#platform/kernel/auth/nodes'
import type { Queries } from '#platform/kernel/db/schema'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { requireUnchanged } from '#platform/kernel/http/version'
import { badField, notPermitted, Refusal } from '#platform/kernel/refusal'
import { requireMember } from './memberships.ts'
import { keepingOwnRoles } from './own-roles.ts'
import { type Account, lockedAccount, rolesOf, visibleAccount } from './record.ts'

export const roleRoutes: readonly Route[] = [
  handle(usersRoles, async (call) => {
    const { db, scope, query } = call
    requireCovered(scope, query.orgId)
    const account = await visibleAccount(call, query.userId)
    return db
      .selectFrom('account_role')
      .where('account_id', '=', account.id)
      .where('org_id', '=', query.orgId)
      .orderBy('role_id')
      .select('role_id as roleId')
      .execute()
  }),

  handle(listRole, async ({ db, scope, query: { orgId, deptId } }) => {
    requireCovered(scope, orgId)
    return (
      db
        .selectFrom('role as r')
        .leftJoin('department as d', 'd.id', 'r.dept_id')
        .where('r.org_id', '=', orgId)
        // A role without a department is one for the whole organization.
        .$if(deptId !== undefined, (all) =>
          all.where((eb) => eb.or([eb('r.dept_id', '=', deptId ?? null), eb('r.dept_id', 'is', null)])),
        )
        .orderBy('r.created_time', 'desc')
        .orderBy('r.id', 'desc')
        .select(['r.id', 'r.name', 'r.description', 'd.id as deptId', 'd.name as deptName'])
        .execute()
    )
  }),

  handle(updateRoles, async (call) => {
    const { db, scope, body, changed } = call
    requireCovered(scope, body.orgId)
    const account = await lockedAccount(call, body.userId)
    await requireMember(db, account.id, body.orgId)
    const here: Scope = { everything: false, organizations: new Set([body.orgId]) }
    const state = { usersRoleList: await rolesOf({ db, scope: here }, account.id) }
    await requireUnchanged({ ...call, scope: here }, body.version, account.id, state)
    const before = { usersRoleList: await rolesOf(call, account.id) }
    await keepingOwnRoles(call, () => replaceRoles(call, account, [body.orgId], body.usersRoleList))
    const after = { usersRoleList: await rolesOf(call, account.id) }
    changed({ subject: { id: account.id, name: account.account }, before, after })
  }),

  handle(setRole, async (call) => {
    const { db, scope, body, changed } = call
    const { orgId, roleId, held } = body
    requireCovered(scope, orgId)
    const account = await lockedAccount(call, body.userId)
    await requireMember(db, account.id, orgId)
    const before = { usersRoleList: await rolesOf(call, account.id) }
    const stored = before.usersRoleList.filter((role) => role.orgId === orgId).map(({ id }) => id)
    const others = stored.filter((id) => id !== roleId)
    // As in its dialog: whoever has a role in an organization keeps one.
    if (!held && others.length === 0 && stored.length > 0) throw badField('roleId', 'onlyRole')
    await keepingOwnRoles(call, () =>
      replaceRoles(call, account, [orgId], held ? [...others, roleId] : others),
    )
    const after = { usersRoleList: await rolesOf(call, account.id) }
    changed({ subject: { id: account.id, name: account.account }, before, after })
  }),
]

/**
 * The account's roles in `orgIds` become `wanted`. Where that differs from what is stored it takes
 * `usersRolesUpdate` in the organization concerned, and nobody grants what they do not hold themselves there.
 */
export async function replaceRoles(
  { db, person, scope }: Reach,
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
    .where(sql<boolean>`org_id = any(${[...orgIds]})`)
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

/**
 * The account's roles and those that it is to have, before its memberships change: these take the revision, and whoever
 * changes a role has it locked and takes the revision then.
 */
export async function lockRoles(
  db: Queries,
  { id }: Pick<Account, 'id'>,
  wanted: readonly string[],
): Promise<void> {
  await sql`select id from role where id = any(${[...wanted]}::text[])
    or id in (select role_id from account_role where account_id = ${id})
    order by id for share`.execute(db)
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

/** Throws a Refusal 403, by `message`, when one of the roles holds a node that the person may not grant in its organization. */
export async function requireHeld(
  db: Queries,
  person: Person,
  roles: readonly (readonly [id: string, orgId: string])[],
  message: 'notHeld' | 'resetBeyond' = 'notHeld',
): Promise<void> {
  const [beyond] = await rolesBeyond(db, person, roles)
  if (beyond !== undefined) {
    throw new Refusal(codes.notPermitted, message, { params: { name: beyond.name } })
  }
}

/** Those of the roles that hold a node which the person may not grant in their organization. */
export async function rolesBeyond(
  db: Queries,
  person: Person,
  roles: readonly (readonly [id: string, orgId: string])[],
): Promise<{ id: string; name: string }[]> {
  if (person.superIdentification) return []
  const found: { id: string; name: string }[] = []
  for (const orgId of new Set(roles.map(([, roleOrg]) => roleOrg))) {
    const { nodes } = await grantableNodes(db, person, orgId)
    const ids = roles.filter(([, roleOrg]) => roleOrg === orgId).map(([id]) => id)
    const { rows } = await sql<{ id: string; name: string }>`
      select r.id, r.name from role r where r.id = any(${ids}) and exists (
        select 1 from role_node rn where rn.role_id = r.id and not rn.node_id = any(${[...nodes]}))`.execute(
      db,
    )
    found.push(...rows)
  }
  return found
}

import { sql } from 'kysely'
import { type AccessWay, codesIn, explain, holders } from '#contracts/access'
import { updateRoles, usersRoles } from '#contracts/account'
import { covers, granting, type Reach, requireCovered, scopeOf } from '#platform/kernel/auth/authority'
import type { Queries } from '#platform/kernel/db/schema'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { notPermitted } from '#platform/kernel/refusal'
import { isMember } from '#platform/modules/account/memberships'
import { type Account, visibleAccount } from '#platform/modules/account/record'
import { rolesBeyond } from '#platform/modules/account/roles'
import { type Asked, holdersIn, type Role, rolesIn } from './holders.ts'
import { obstacleOf } from './obstacle.ts'

/** How many people and roles are named, of those who could help. */
const mostNamed = 5

export const accessRoutes: readonly Route[] = [
  handle(explain, async (call) => {
    const { db, person, query } = call
    const { orgId } = query
    const mayLook = await scopeOf(db, person, usersRoles.permissions)
    const account = await askedAccount({ ...call, scope: mayLook }, query.userId, orgId)
    const ways = await waysOf(db, account.id, query)
    const allowed = account.enabled && (account.super || ways.length > 0)
    const obstacle = allowed ? null : await obstacleOf(db, account, query)
    const seesRoles = !allowed && covers(mayLook, orgId)
    // What else stands in the way, no role removes.
    const isHelped =
      obstacle === 'noRole' && (person.superIdentification || (await isMember(db, person.id, orgId)))
    const roles = seesRoles || isHelped ? await rolesIn(db, query) : []
    return {
      allowed,
      superAdministrator: account.super,
      through: allowed && !account.super ? ways : [],
      obstacle,
      roles: seesRoles ? roles.slice(0, mostNamed) : [],
      givers: isHelped ? await giversOf(db, orgId, roles) : [],
    }
  }),

  handle(holders, async ({ db, person, scope, query }) => {
    requireCovered(scope, query.orgId)
    return holdersIn(db, person, query)
  }),
]

/** Oneself, or in the scope somebody whom the caller may see. Throws a Refusal 403, or 404 as `visibleAccount`. */
async function askedAccount(reach: Reach, userId: string | undefined, orgId: string): Promise<Account> {
  const { db, person, scope } = reach
  if (userId === undefined || userId === person.id) {
    if (!person.superIdentification && !(await isMember(db, person.id, orgId))) throw notPermitted()
    return db.selectFrom('account').where('id', '=', person.id).selectAll().executeTakeFirstOrThrow()
  }
  requireCovered(scope, orgId)
  return visibleAccount(reach, userId)
}

/** All that lies below an application may be granted by each role: as many are named as somebody reads. */
const mostWays = 50

type WayNode = NonNullable<AccessWay['nodes']>[number]

/** The roles that grant it, each with the entry through which it does. */
async function waysOf(db: Queries, accountId: string, { orgId, codes, entry }: Asked): Promise<AccessWay[]> {
  const { rows } = await sql<{ role: string; name: string; entry: string; nodes: WayNode[] }>`
    with recursive ${granting(codesIn(codes), entry)},
    way as (
      select r.id as role, r.name, n.id as entry
      from account_role ar join role r on r.id = ar.role_id
      join organization o on o.id = r.org_id and o.enabled
      join role_node rn on rn.role_id = r.id
      join granting n on n.id = rn.node_id and n.live
      where ar.account_id = ${accountId} and ar.org_id = ${orgId}
      order by r.name, r.id, n.id limit ${mostWays}
    ),
    above as (
      select w.entry, m.pid, m.name, m.name_en, m.code, 0 as height from (select distinct entry from way) w join menu_node m on m.id = w.entry
      union all
      select a.entry, m.pid, m.name, m.name_en, m.code, a.height + 1 from above a join menu_node m on m.id = a.pid
    )
    select w.role, w.name, w.entry,
      (select json_agg(json_build_object('name', a.name, 'nameEn', a.name_en, 'code', a.code) order by a.height desc)
        from above a where a.entry = w.entry) as nodes
    from way w order by w.name, w.role, w.entry`.execute(db)
  return rows.map(({ role, name, entry, nodes }) => ({
    ...{ role: { id: role, name }, entry, nodes },
    path: nodes.map((node) => node.name),
  }))
}

/** Holders that are looked at for those who are named, and of whom it is worked out what they may grant. */
const mostLookedAt = 1000
const mostAsked = 20

/**
 * Some of those who may assign roles in the organization and hold enough for one of these, who has it first. Super
 * administrators are nobody's to see; who else it is, is its members' to know.
 */
async function giversOf(db: Queries, orgId: string, roles: readonly Role[]) {
  if (roles.length === 0) return []
  const assigning = await rolesIn(db, { orgId, codes: updateRoles.permissions.join(',') })
  const given = roles.map(({ id }) => [id, orgId] as const)
  const { rows } = await sql<{ id: string; account: string; name: string | null; has: boolean }>`
    with holder as materialized (
      select ar.account_id from account_role ar where ar.role_id = any(${idsIn(assigning)}) limit ${mostLookedAt}
    )
    select a.id, a.account, a.name, exists (
      select 1 from account_role own where own.account_id = a.id and own.role_id = any(${idsIn(roles)})) as has
    from account a where a.id in (select account_id from holder) and a.enabled and not a.super
    order by has desc, a.account limit ${mostAsked}`.execute(db)
  const givers: { account: string; name: string | null }[] = []
  for (const { id, account, name, has } of rows) {
    const person = { id, account, name, superIdentification: false }
    const mayGive = has || (await rolesBeyond(db, person, given)).length < roles.length
    if (mayGive) givers.push({ account, name })
    if (givers.length === mostNamed) break
  }
  return givers
}

function idsIn(roles: readonly Role[]): string[] {
  return roles.map(({ id }) => id)
}

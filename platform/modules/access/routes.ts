import { sql } from 'kysely'
import { type AccessHolder, type AccessWay, explain, holders } from '#contracts/access'
import { updateRoles, usersRoles } from '#contracts/account'
import {
  covers,
  granting,
  type Person,
  type Reach,
  requireCovered,
  scopeOf,
} from '#platform/kernel/auth/authority'
import { offsetOf } from '#platform/kernel/db/list'
import type { Queries } from '#platform/kernel/db/schema'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { notPermitted } from '#platform/kernel/refusal'
import { type Account, visibleAccount } from '#platform/modules/account/record'
import { obstacleOf } from './obstacle.ts'

/** How many people and roles are named, of those who could help. */
const mostNamed = 5

export const accessRoutes: readonly Route[] = [
  handle(explain, async (call) => {
    const { db, person, query } = call
    const { orgId } = query
    const codes = codesOf(query.codes)
    const mayLook = await scopeOf(db, person, usersRoles.permissions, { disabledToo: true })
    const account = await askedAccount(call, query.userId, orgId)
    const asked = personOf(account)
    const allowed = account.enabled && covers(await scopeOf(db, asked, codes), orgId)
    const isHelped = !allowed && (person.superIdentification || (await isMember(db, person.id, orgId)))
    return {
      allowed,
      superAdministrator: account.super,
      through: allowed && !account.super ? await waysOf(db, account.id, orgId, codes) : [],
      obstacle: allowed ? null : await obstacleOf(db, account, orgId, codes),
      roles: covers(mayLook, orgId) && !allowed ? await rolesThatGrant(db, orgId, codes) : [],
      givers: isHelped ? await giversIn(db, orgId) : [],
    }
  }),

  handle(holders, async ({ db, person, scope, query }) => {
    requireCovered(scope, query.orgId)
    return holdersIn(db, person, query)
  }),
]

const codesOf = (text: string) =>
  text
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')

/** Oneself, or somebody whom the caller may see, and whose roles there. Throws a Refusal 403, or 404 as `visibleAccount`. */
async function askedAccount(call: Reach, userId: string | undefined, orgId: string): Promise<Account> {
  const { db, person } = call
  if (userId === undefined || userId === person.id) {
    if (!person.superIdentification && !(await isMember(db, person.id, orgId))) throw notPermitted()
    return db.selectFrom('account').where('id', '=', person.id).selectAll().executeTakeFirstOrThrow()
  }
  const scope = await scopeOf(db, person, usersRoles.permissions)
  requireCovered(scope, orgId)
  return visibleAccount({ ...call, scope }, userId)
}

function personOf({ id, account, name, super: superIdentification }: Account): Person {
  return { id, account, name, superIdentification }
}

async function isMember(db: Queries, accountId: string, orgId: string): Promise<boolean> {
  const row = await db
    .selectFrom('membership')
    .where('account_id', '=', accountId)
    .where('org_id', '=', orgId)
    .select('org_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The roles that grant it, each with the entry through which it does. */
async function waysOf(db: Queries, accountId: string, orgId: string, codes: string[]): Promise<AccessWay[]> {
  const { rows } = await sql<{ role: string; name: string; entry: string; path: string[] }>`
    with recursive ${granting(codes)},
    way as (
      select r.id as role, r.name, n.id as entry
      from account_role ar join role r on r.id = ar.role_id
      join role_node rn on rn.role_id = r.id
      join granting n on n.id = rn.node_id and n.live
      where ar.account_id = ${accountId} and ar.org_id = ${orgId}
    ),
    above as (
      select w.entry, m.pid, m.name, 0 as height from (select distinct entry from way) w join menu_node m on m.id = w.entry
      union all
      select a.entry, m.pid, m.name, a.height + 1 from above a join menu_node m on m.id = a.pid
    )
    select w.role, w.name, w.entry,
      (select array_agg(a.name order by a.height desc) from above a where a.entry = w.entry) as path
    from way w order by w.name, w.role, w.entry`.execute(db)
  return rows.map(({ role, name, entry, path }) => ({ role: { id: role, name }, entry, path }))
}

async function rolesThatGrant(db: Queries, orgId: string, codes: string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive ${granting(codes)}
    select distinct r.id, r.name from role r
    join role_node rn on rn.role_id = r.id join granting n on n.id = rn.node_id and n.live
    where r.org_id = ${orgId} order by r.name, r.id limit ${mostNamed}`.execute(db)
  return rows
}

/** Super administrators are nobody's to see; who else may assign roles in the organization is its members' to know. */
async function giversIn(db: Queries, orgId: string) {
  const { rows } = await sql<{ account: string; name: string | null }>`
    with recursive ${granting(updateRoles.permissions)}
    select distinct a.account, a.name from account_role ar
    join account a on a.id = ar.account_id and a.enabled and not a.super
    join organization o on o.id = ar.org_id and o.enabled
    join role_node rn on rn.role_id = ar.role_id join granting n on n.id = rn.node_id and n.live
    where ar.org_id = ${orgId} order by a.account limit ${mostNamed}`.execute(db)
  return rows
}

async function holdersIn(
  db: Queries,
  person: Person,
  query: { orgId: string; codes: string; page: number; limit: number },
) {
  const held = sql`
    select ar.account_id, jsonb_agg(distinct jsonb_build_object('id', r.id, 'name', r.name)) as roles
    from account_role ar join role r on r.id = ar.role_id
    join organization o on o.id = ar.org_id and o.enabled
    join role_node rn on rn.role_id = r.id join granting n on n.id = rn.node_id and n.live
    where ar.org_id = ${query.orgId} group by ar.account_id`
  // Super administrators may everywhere, and only they see each other.
  const found = sql`
    from account a left join held h on h.account_id = a.id
    where a.enabled and case when a.super then ${person.superIdentification}::boolean else h.account_id is not null end`
  const tables = sql`with recursive ${granting(codesOf(query.codes))}, held as (${held})`
  const { rows } = await sql<AccessHolder>`
    ${tables} select a.id, a.account, a.name, a.super as "superAdministrator",
      case when a.super then '[]'::jsonb else h.roles end as roles
    ${found} order by a.account limit ${query.limit} offset ${offsetOf(query)}`.execute(db)
  const { rows: counted } = await sql<{ count: number }>`
    ${tables} select count(*)::int as count ${found}`.execute(db)
  return { content: rows, meta: { page: query.page, limit: query.limit, count: counted[0]?.count ?? 0 } }
}

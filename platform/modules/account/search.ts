import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { type accountSearch, type OwnName, ownNames } from '#contracts/account'
import { timeRangeOf } from '#contracts/time-range'
import { type Scope, within } from '#platform/kernel/auth/authority'
import { contains, containsInName, is, orderOf } from '#platform/kernel/db/list'

type Search = z.output<typeof accountSearch>

/** What a search asks of `account as a`; memberships and roles count as far as the scope reaches. */
export function matches(search: Search, scope: Scope, now: Date): RawBuilder<boolean> {
  const { enabled, orgId, deptId, roleId, locked } = search
  const [from, to] = [timeRangeOf(search.lastLoginFrom), timeRangeOf(search.lastLoginTo)]
  const conditions = [
    ...ownNames.map((name) => ownContains(name, search)),
    is(enabled, 'a.enabled'),
    ...(orgId === undefined ? [] : [holds(sql`membership`, sql`x.org_id = ${orgId}`, scope)]),
    ...(deptId === undefined ? [] : [holds(sql`membership`, sql`x.dept_id = ${deptId}`, scope)]),
    ...(roleId === undefined ? [] : [holds(sql`account_role`, sql`x.role_id = ${roleId}`, scope)]),
    ...(locked === undefined ? [] : [sql`${lockedAt(now)} = ${locked}`]),
    ...(from === undefined ? [] : [sql`${lastLogin} >= ${from.first}`]),
    ...(to === undefined ? [] : [sql`a.last_login is not null and ${lastLogin} <= ${to.last}`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Whether a field of the person's own holds the text that is looked for there. */
function ownContains(name: OwnName, search: { readonly [Name in OwnName]?: string | undefined }) {
  return name === 'name' ? containsInName(search.name, sql`a.name`) : contains(search[name], `a.${name}`)
}

export function order(sort: Search['sort']): RawBuilder<unknown> {
  return orderOf(sort, sortColumns, 'a')
}

/** Whether sign-in with the account `a` is locked from some address. */
export function lockedAt(now: Date): RawBuilder<boolean> {
  return sql<boolean>`lower(a.account) in (select s.account from sign_in_attempt s where s.locked_until > ${now})`
}

/** The organizations and departments of the account `a`, as far as the scope reaches. */
export function placesOf(scope: Scope): RawBuilder<Place[]> {
  return sql<Place[]>`coalesce((
    select jsonb_agg(jsonb_build_object('orgId', o.id, 'orgName', o.name, 'deptId', d.id, 'deptName', d.name) order by o.code)
    from membership m join organization o on o.id = m.org_id left join department d on d.id = m.dept_id
    where m.account_id = a.id and ${within(scope, 'm.org_id')}), '[]'::jsonb)`
}

interface Place {
  orgId: string
  orgName: string
  deptId: string | null
  deptName: string | null
}

/** As the index has it: who never signed in comes before everybody who did. */
const lastLogin = sql`coalesce(a.last_login, '-infinity')`

const sortColumns = {
  account: sql`lower(a.account)`,
  name: sql`lower(coalesce(a.name, ''))`,
  lastLogin,
  createdTime: sql`a.created_time`,
}

function holds(
  table: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  scope: Scope,
): RawBuilder<boolean> {
  return sql<boolean>`a.id in (select x.account_id from ${table} x where ${condition} and ${within(scope, 'x.org_id')})`
}

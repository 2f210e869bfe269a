import { type RawBuilder, sql } from 'kysely'
import type { Endpoint } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { grantOf, permits, spellingsOf } from '#contracts/permission'
import { ready } from '#platform/kernel/db/ready'
import type { Queries } from '#platform/kernel/db/schema'
import { idsOf } from '#platform/kernel/ids'
import { notPermitted, Refusal } from '#platform/kernel/refusal'
import type { Business } from './business.ts'

/** Who calls. */
export interface Person {
  id: string
  account: string
  name: string | null
  superIdentification: boolean
  /** The super administrator who sees the console as this person, and changes nothing. */
  viewer?: { id: string; account: string }
}

/** The organizations in which a person may do something. */
export type Scope = { everything: true } | { everything: false; organizations: ReadonlySet<string> }

/** Who calls, in which organization and system, through which connection, and how far their permission for the call reaches. */
export interface Reach {
  db: Queries
  person: Person
  business: Business
  scope: Scope
}
/** What a rule about data alone needs of it. */
export type DataReach = Pick<Reach, 'db' | 'scope'>

/**
 * The one rule for permissions and data: the enabled organizations that the person belongs to and in which
 * their roles grant any one of `permissions`; none named: all that they belong to. A super administrator has all.
 * Asked anew for each call, so that a change bites from the next one on. `disabledToo` is for those who manage the
 * organizations themselves: without it nobody but a super administrator could enable one again. What was added in one of
 * these organizations is theirs to manage, too: nobody makes one in which what is withdrawn from them here goes on.
 */
export async function scopeOf(
  db: Queries,
  person: Person,
  permissions: readonly string[],
  { disabledToo = false } = {},
): Promise<Scope> {
  if (person.superIdentification) return { everything: true }
  if (permissions.length === 0) return { everything: false, organizations: await membershipsOf(db, person) }
  const granted = new Map<string, string[]>()
  for (const { org_id, code } of await grantsOf(db, person, permissions, disabledToo)) {
    granted.set(org_id, [...(granted.get(org_id) ?? []), code])
  }
  const permitted = [...granted].filter(([, held]) => permits(grantOf(false, held), permissions))
  const organizations = new Set(permitted.map(([orgId]) => orgId))
  if (!disabledToo || organizations.size === 0) return { everything: false, organizations }
  const { rows } = await sql<{ id: string }>`${addedIn(organizations)} ${ready}`.execute(db)
  return { everything: false, organizations: new Set([...organizations, ...rows.map(({ id }) => id)]) }
}

/** The ids of the organizations that were added in these, and in what was added in them. */
function addedIn(organizations: ReadonlySet<string>): RawBuilder<unknown> {
  return sql`
    with recursive made as (
      select id from organization where made_in = any(${[...organizations]}::text[])
      union
      select below.id from made join organization below on below.made_in = made.id
    )
    select id from made`
}

/** How far the caller may make any of these calls, for what rows say of themselves; nothing where not in their context. */
export async function controlScope(
  { db, person, business }: Omit<Reach, 'scope'>,
  calls: readonly Endpoint[],
  options?: Parameters<typeof scopeOf>[3],
): Promise<Scope | undefined> {
  const permissions = calls.flatMap((call) => call.permissions)
  const scope = await scopeOf(db, person, permissions, options)
  return covers(scope, business.orgId ?? '') ? scope : undefined
}

async function membershipsOf(db: Queries, person: Person): Promise<Set<string>> {
  const own = db
    .selectFrom('membership as m')
    .innerJoin('organization as o', 'o.id', 'm.org_id')
    .where('m.account_id', '=', person.id)
    .where('o.enabled', '=', true)
  return new Set(await idsOf(own.select('o.id').modifyEnd(ready)))
}

/** Pages and what is on them count, not what they are sorted into; a node counts while it and all that it hangs under are enabled, as in the menu. */
async function grantsOf(db: Queries, person: Person, permissions: readonly string[], disabledToo: boolean) {
  const { rows } = await sql<{ org_id: string; code: string }>`
    with recursive ${granting(permissions)}
    select distinct ar.org_id, n.code
    from account_role ar
    join organization o on o.id = ar.org_id and (o.enabled or ${disabledToo})
    join role_node rn on rn.role_id = ar.role_id
    join granting n on n.id = rn.node_id and n.live
    where ar.account_id = ${person.id} ${ready}`.execute(db)
  return rows
}

/**
 * The nodes that grant one of `permissions`, and whether they count: tables for a query's `with recursive`. With `entry` those
 * through which that one shows in the menu instead: itself, and all below it.
 */
export function granting(permissions: readonly string[], entry?: string): RawBuilder<unknown> {
  const spellings = permissions.flatMap(spellingsOf)
  const below = sql`below as (
      select n.id from menu_node n where n.id = ${entry}
      union
      select n.id from below b join menu_node n on n.pid = b.id
    ),`
  const isMeant = entry === undefined ? sql`n.code = any(${spellings})` : sql`n.id in (select id from below)`
  return sql`${entry === undefined ? sql`` : below} chain as (
      select n.id as leaf, n.pid, n.enabled from menu_node n where ${isMeant}
      union
      select c.leaf, p.pid, p.enabled from chain c join menu_node p on p.id = c.pid
    ),
    granting as (
      select n.id, n.code, not exists (select 1 from chain c where c.leaf = n.id and not c.enabled) as live
      from menu_node n where ${isMeant} and n.type > 1
    )`
}

export function covers(scope: Scope, orgId: string): boolean {
  return scope.everything || scope.organizations.has(orgId)
}

/** Whether it reaches as far as the other. */
export function includes(scope: Scope, other: Scope): boolean {
  return scope.everything || (!other.everything && [...other.organizations].every((id) => covers(scope, id)))
}

/** Whether it reaches nothing at all. */
export function isEmpty(scope: Scope): boolean {
  return !scope.everything && scope.organizations.size === 0
}

/** As much of a scope as lies in one organization. */
export function only(scope: Scope, orgId: string): Scope {
  return { everything: false, organizations: new Set(covers(scope, orgId) ? [orgId] : []) }
}

/** Of an organization that the caller has named. */
export function requireCovered(scope: Scope, orgId: string): void {
  if (!covers(scope, orgId)) throw notPermitted(orgId)
}

/** Of one that a record tells of: out of reach it is refused as one that is not there. */
export function requireSeen(scope: Scope, orgId: string): void {
  if (!covers(scope, orgId)) throw notPermitted()
}

/** A call with permissions happens in the organization of the business header, which must be one of the scope's. */
export function requireContext(
  permissions: readonly string[],
  scope: Scope,
  orgId: string | null | undefined,
): void {
  if (permissions.length === 0 || scope.everything) return
  if (orgId === null || orgId === undefined || !scope.organizations.has(orgId)) throw notPermitted(orgId)
}

/** The condition that a row's organization `column` (as `m.org_id`) lies in the scope. */
export function within(scope: Scope, column: string): RawBuilder<boolean> {
  if (scope.everything) return sql<boolean>`true`
  const [only, ...others] = scope.organizations
  // For a single one PostgreSQL can walk an index that begins with it in the order of what follows.
  return only !== undefined && others.length === 0
    ? sql<boolean>`${sql.ref(column)} = ${only}`
    : sql<boolean>`${sql.ref(column)} = any(${[...scope.organizations]})`
}

/** The condition that it lies out of the scope, and was not added in it: what somebody adds does not keep others from anything. */
export function outside(scope: Scope, column: string): RawBuilder<boolean> {
  if (scope.everything) return sql<boolean>`false`
  const { organizations } = scope
  return sql<boolean>`(not ${within(scope, column)} and ${sql.ref(column)} not in (${addedIn(organizations)}))`
}

/** What the row of an organization `column` says of itself, as `isControl`: 1 where it lies in the scope, else 0. */
export function controlWithin(scope: Scope | undefined, column: string): RawBuilder<number> {
  return scope === undefined ? sql<number>`0` : sql<number>`(${within(scope, column)})::int`
}

/** The same of one record. */
export function controlOf(scope: Scope | undefined, orgId: string): number {
  return Number(scope !== undefined && covers(scope, orgId))
}

/** The condition that the caller may see the account `a`: a member of an organization in their scope, and no super administrator. */
export function seesAccount({ person, scope }: Pick<Reach, 'person' | 'scope'>): RawBuilder<boolean> {
  if (person.superIdentification) return sql<boolean>`true`
  return sql<boolean>`(not a.super and exists (
    select 1 from membership m where m.account_id = a.id and ${within(scope, 'm.org_id')}))`
}

/** Whether an unknown id exists is told to a super administrator only. */
export function absent(person: Person): Refusal {
  return person.superIdentification ? new Refusal(codes.notFound, 'notFound') : notPermitted()
}

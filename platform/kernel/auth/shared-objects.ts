import { type RawBuilder, sql } from 'kysely'
import type { Endpoint } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { consoleSystem, permissionKey, systemOf } from '#contracts/permission'
import { endpoints } from '#contracts/registry'
import { resourcesWithin } from '#platform/kernel/db/below'
import type { Queries } from '#platform/kernel/db/schema'
import { Refusal } from '#platform/kernel/refusal'
import { type DataReach, type Reach, type Scope, scopeOf } from './authority.ts'

/**
 * Systems, applications, their menus and resources are everybody's: changing one takes the call's permission in every
 * organization that uses it, or a super administrator. An organization uses what its roles hold something of and what
 * was added in it, whether it is enabled or not; what none uses is for super administrators only.
 */
export type SharedObject = { application: string } | { system: string }

type Limited = Extract<Scope, { everything: false }>
/** Throws a Refusal 403. */
export async function requireMayChange({ db, scope }: DataReach, object: SharedObject): Promise<void> {
  if (scope.everything) return
  const own = 'system' in object ? systemsOf(scope, object.system) : applicationsOf(scope, object.application)
  const { rows } = await own.execute(db)
  if (rows.length === 0) throw new Refusal(codes.notPermitted, 'sharedObject')
}

/** The same with the permission of another call, whose effect this one has as well. */
export async function requireMayChangeBy(
  { db, person }: Pick<Reach, 'db' | 'person'>,
  endpoint: Endpoint,
  object: SharedObject,
): Promise<void> {
  const scope = await scopeOf(db, person, endpoint.permissions)
  await requireMayChange({ db, scope }, object)
}

/**
 * That a node may get this code: its first segment opens the system of that name to whoever holds the node, and what
 * begins like a permission of the console may be, or come to be, one.
 */
export async function requireMayName(reach: DataReach, code: string): Promise<void> {
  const named = systemOf(code)
  const system = consoleWords.has(named) ? consoleSystem : named
  if (await isSystem(reach.db, system)) await requireMayChange(reach, { system })
  await requireApplications(reach, system)
}

/** That an application may take these resources of the pool: the right on their systems, and on those that they name. */
export async function requireMayTake(reach: DataReach, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ system_code: string; code: string }>`
    select distinct on (system_code, split_part(code, '.', 1)) system_code, code
    from pool_resource where id in ${resourcesWithin(ids)}`.execute(reach.db)
  for (const { system_code: system, code } of rows) {
    await requireMayChange(reach, { system })
    await requireMayName(reach, code)
  }
}

/** That a new system may have this code: nodes that name it already would open it to whoever holds them. */
export async function requireFreeForSystem(reach: DataReach, code: string): Promise<void> {
  const { rows } = await sql`
    select id from menu_node n where n.type > 1 and ${systemIn('n')} = lower(${code}) limit 1`.execute(
    reach.db,
  )
  if (rows.length > 0) await requireMayChange(reach, { system: code })
  // A system's calls have two paths, of which one could be another system's code.
  for (const other of [code.replace(/-admin$/i, ''), `${code}-admin`]) {
    if (other !== code && (await isSystem(reach.db, other))) await requireMayChange(reach, { system: other })
  }
  await requireApplications(reach, code)
}

/** Where an object that the caller adds belongs: what a super administrator adds is nobody's. */
export function madeIn({ person, business }: Reach): string | null {
  return person.superIdentification ? null : (business.orgId ?? null)
}

/** A row's `isControl`: 0 where none of the calls would work for the caller (specification section 2.15). */
export function isControl(scope: Scope | undefined, object: 'application' | 'system', column: string) {
  if (scope === undefined) return sql<number>`0`
  if (scope.everything) return sql<number>`1`
  return object === 'system'
    ? sql<number>`(lower(${sql.ref(column)}) in (${systemsOf(scope)}))::int`
    : sql<number>`(${sql.ref(column)} in (${applicationsOf(scope)}))::int`
}

/** A code of the console's own may stand without its prefix (section 6): these begin such a one. */
const consoleWords = new Set(
  Object.values<Endpoint>(endpoints).flatMap(({ permissions }) =>
    permissions.map((code) => systemOf(permissionKey(code))),
  ),
)

/** Whether a system of this code is registered, in any spelling of its letters. */
export async function isSystem(db: Queries, code: string): Promise<boolean> {
  const { rows } = await sql`select id from system_config where lower(code) = lower(${code})`.execute(db)
  return rows.length > 0
}

async function requireApplications(reach: DataReach, code: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from menu_node where type = 0 and lower(code) = lower(${code})`.execute(reach.db)
  for (const { id } of rows) await requireMayChange(reach, { application: id })
}

/** The applications, or this one, that some organization uses, and none that is out of the scope. */
function applicationsOf(scope: Limited, id?: string): RawBuilder<unknown> {
  const isIt = (column: string) => (id === undefined ? sql`true` : sql`${sql.ref(column)} = ${id}`)
  return sql`
    select used.app_id from (
      select n.app_id, r.org_id from menu_node n
      join role_node rn on rn.node_id = n.id join role r on r.id = rn.role_id
      where ${isIt('n.app_id')}
      union all
      select a.id, a.made_in from application a where a.made_in is not null and ${isIt('a.id')}
    ) as used group by used.app_id having ${covering(scope)}`
}

/** The same of systems, registered or not, by their codes in lower case. */
function systemsOf(scope: Limited, code?: string): RawBuilder<unknown> {
  const isIt = (value: RawBuilder<unknown>) =>
    code === undefined ? sql`true` : sql`${value} = lower(${code})`
  return sql`
    with its as (
      select n.id, n.app_id, ${systemIn('n')} as system from menu_node n
      where n.type > 1 and ${isIt(systemIn('n'))}
      union
      select n.id, n.app_id, lower(p.system_code) from pool_resource p join menu_node n on n.resource_id = p.id
      where ${isIt(sql`lower(p.system_code)`)}
    )
    select used.system from (
      select its.system, r.org_id from its
      join role_node rn on rn.node_id = its.id join role r on r.id = rn.role_id
      union all
      select its.system, a.made_in from its join application a on a.id = its.app_id where a.made_in is not null
      union all
      select lower(s.code), s.made_in from system_config s
      where s.made_in is not null and ${isIt(sql`lower(s.code)`)}
    ) as used group by used.system having ${covering(scope)}`
}

function covering({ organizations }: Limited): RawBuilder<boolean> {
  return sql`bool_and(used.org_id = any(${[...organizations]}))`
}

/** The system that a node names; types 0 and 1, which only sort, open nothing by it. */
export function systemIn(node: string): RawBuilder<string> {
  return sql`lower(split_part(${sql.ref(`${node}.code`)}, '.', 1))`
}

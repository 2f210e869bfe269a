import { type RawBuilder, sql } from 'kysely'
import type { Endpoint } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { consoleSystem, permissionKey, systemOf } from '#contracts/permission'
import { endpoints } from '#contracts/registry'
import { resourcesWithin } from '#platform/kernel/db/below'
import type { Queries } from '#platform/kernel/db/schema'
import { Refusal } from '#platform/kernel/refusal'
import { type DataReach, outside, type Reach, type Scope, scopeOf } from './authority.ts'

/**
 * Systems, applications, their menus and resources are everybody's: changing one takes the call's permission in every
 * organization that uses it, or a super administrator. An organization uses what its roles hold something of and what
 * was added in it, whether it is enabled or not; what none uses is for super administrators only.
 */
type SharedObject = { application: string } | { system: string }

type Limited = Extract<Scope, { everything: false }>
/** Throws a Refusal 403. */
export async function requireMayChange({ db, scope }: DataReach, object: SharedObject): Promise<void> {
  if (scope.everything) return
  const uses =
    'system' in object ? systemUses(sql`${object.system}`) : applicationUses(sql`${object.application}`)
  const { rows } = await sql<{ isCovered: boolean }>`select ${isCovered(scope, uses)} as "isCovered"`.execute(
    db,
  )
  if (rows[0]?.isCovered !== true) throw new Refusal(codes.notPermitted, 'sharedObject')
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

/** Of these codes one for each system that they name: what `requireMayName` asks of all. */
export function oncePerSystem(codes: readonly string[]): string[] {
  return [...new Map(codes.map((code) => [systemOf(code), code])).values()]
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
  const uses = object === 'system' ? systemUses(sql.ref(column)) : applicationUses(sql.ref(column))
  return sql<number>`(${isCovered(scope, uses)})::int`
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

/** The organizations that use an application, as often as they do. */
function applicationUses(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select used_role.org_id from menu_node used_node
      join role_node used on used.node_id = used_node.id join role used_role on used_role.id = used.role_id
      where used_node.app_id = ${id}
    union all
    select made.made_in from application made where made.id = ${id} and made.made_in is not null`
}

/** The same of a system, registered or not, by its code in any spelling of its letters. */
function systemUses(code: RawBuilder<unknown>): RawBuilder<unknown> {
  // From the resources to what was made of them: the other way round each system would look through the whole menu.
  const its = sql`(
    select named.id, named.app_id from menu_node named where named.type > 1 and ${systemIn('named')} = lower(${code})
    union all
    select below.id, below.app_id from pool_resource pooled, lateral (
      select made_of.id, made_of.app_id from menu_node made_of where made_of.resource_id = pooled.id offset 0) below
    where lower(pooled.system_code) = lower(${code}))`
  return sql`
    select used_role.org_id from ${its} its
      join role_node used on used.node_id = its.id join role used_role on used_role.id = used.role_id
    union all
    select made.made_in from ${its} its join application made on made.id = its.app_id where made.made_in is not null
    union all
    select made.made_in from system_config made where lower(made.code) = lower(${code}) and made.made_in is not null`
}

/** Whether some organization uses it, and none that is out of the scope and was not added in it: the first that is ends the search. */
function isCovered(scope: Limited, uses: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(exists (select 1 from (${uses}) use)
    and not exists (select 1 from (${uses}) use where ${outside(scope, 'use.org_id')}))`
}

/** The system that a node names; types 0 and 1, which only sort, open nothing by it. */
export function systemIn(node: string): RawBuilder<string> {
  return sql`lower(split_part(${sql.ref(`${node}.code`)}, '.', 1))`
}

import { sql } from 'kysely'
import { type FlatResource, foreignCodes, repeatedIn } from '#contracts/collected'
import { consoleSystem } from '#contracts/permission'
import type { Queries } from '#platform/kernel/db/schema'
import type { MessageKey, MessageParams } from '#platform/kernel/messages'
import type { Refusal } from '#platform/kernel/refusal'

export interface Collected {
  code: string
  resources: readonly FlatResource[]
}

/** Why a system's resources are not taken. */
export interface SystemFault {
  code: string
  key: MessageKey
  params: MessageParams
}

/** What is wrong with each of the systems by itself, among each other, and beside what is stored; the rest may be stored. */
export async function faultsIn(db: Queries, systems: readonly Collected[]): Promise<SystemFault[]> {
  const repeated = repeatedIn(systems)
  const [registered, taken] = [await registeredSystems(db, systems), await takenFrom(db, systems)]
  return systems.flatMap(({ code, resources }) => {
    const fault = (key: MessageKey, params: MessageParams = {}) => [
      { code, key, params: { code, ...params } },
    ]
    if (code === consoleSystem) return fault('systemBuiltIn')
    const system = registered.get(code)
    if (system === undefined) return fault('systemUnknown')
    if (!system.enable) return fault('systemDisabled')
    const foreign = foreignCodes(code, resources)
    if (foreign.length > 0) return fault('foreignCodes', { count: foreign.length })
    const twice = repeated.get(code)
    if (twice !== undefined) {
      return fault('repeatedResources', { paths: twice.paths.length, codes: twice.codes.length })
    }
    const others = taken.get(code)
    return others === undefined ? [] : fault('takenResources', others)
  })
}

async function registeredSystems(
  db: Queries,
  systems: readonly Collected[],
): Promise<Map<string, { enable: boolean }>> {
  const codes = systems.map(({ code }) => code)
  const rows = await db
    .selectFrom('system_config')
    .where('code', 'in', codes)
    .select(['code', 'enable'])
    .execute()
  return new Map(rows.map((row) => [row.code, row]))
}

/**
 * How much of a system's resources registered systems outside of this call have. What a system left behind that is not
 * registered any more stands in nobody's way.
 */
async function takenFrom(
  db: Queries,
  systems: readonly Collected[],
): Promise<Map<string, { paths: number; codes: number }>> {
  const given = systems.flatMap(({ code: system, resources }) =>
    resources.map(({ code, method, path }) => ({ system, code, method: method ?? '', path })),
  )
  const { rows } = await sql<{ system: string; paths: number; codes: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(system text, code text, method text, path text)
    ), others as (
      select r.code, coalesce(r.method, '') as method, r.path
      from pool_resource r join system_config s on s.code = r.system_code
      where r.system_code <> all(${systems.map(({ code }) => code)})
    ), hits as (
      select g.system, 'path' as kind, g.method || ' ' || g.path as key
      from given g join others o on o.method = g.method and o.path = g.path
      union
      select g.system, 'code', g.code from given g join others o on o.code = g.code
    )
    select system, count(*) filter (where kind = 'path')::int as paths,
      count(*) filter (where kind = 'code')::int as codes
    from hits group by system`.execute(db)
  return new Map(rows.map(({ system, paths, codes }) => [system, { paths, codes }]))
}

/** What befell while a system was being stored, as a fault of it. */
export function faultOf(code: string, refusal: Refusal): SystemFault {
  return { code, key: refusal.key, params: { code, ...refusal.params } }
}

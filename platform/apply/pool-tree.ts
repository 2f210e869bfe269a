import { sql } from 'kysely'
import * as applications from '#contracts/apply'
import type { Queries } from '#platform/db/schema'
import type { Routes } from '#platform/http/call'
import { handle } from '#platform/http/handle'

interface System {
  code: string
  name: string
}
interface Resource {
  id: string
  system: string
  pid: string | null
  name: string
  code: string
  path: string | null
  type: number
  taken_by: string | null
}

/** The pool as a tree: systems, below them what an application can take, below that what comes along with it. */
export function poolTreeRoutes(routes: Routes): void {
  handle(routes, applications.findAllPoolResource, async ({ db, query }) => {
    const systems = await systemsOf(db, query.code || null, query.sysType ?? null)
    const resources = await resourcesOf(
      db,
      systems.map((system) => system.code),
    )
    const below = new Map<string, Resource[]>()
    for (const resource of resources) {
      const parent = resource.pid ?? systemId(resource.system)
      const siblings = below.get(parent)
      if (siblings === undefined) below.set(parent, [resource])
      else siblings.push(resource)
    }
    const under = (parent: string): applications.PoolNode[] =>
      (below.get(parent) ?? []).map(({ id, name, code, path, type, taken_by }) => ({
        ...{ id, name, code, path, type },
        applicationName: taken_by,
        children: under(id),
      }))
    return systems.map(({ code, name }) => ({
      ...{ id: systemId(code), name, code },
      children: under(systemId(code)).filter(({ type }) => query.type === undefined || type === query.type),
    }))
  })
}

/** No record's id: those have no colon. */
function systemId(code: string): string {
  return `system:${code}`
}

/** The registered systems, and the codes that only the pool knows, whose type nobody knows. */
async function systemsOf(db: Queries, code: string | null, type: number | null): Promise<System[]> {
  const { rows } = await sql<System>`
    select code, name from (
      select code, name, type from system_config
      union all
      select distinct p.system_code, p.system_code, null::smallint from pool_resource p
      where not exists (select 1 from system_config s where s.code = p.system_code)
    ) as known
    where (${code}::text is null or code = ${code}) and (${type}::bigint is null or type = ${type}::bigint)
    order by code`.execute(db)
  return rows
}

async function resourcesOf(db: Queries, systems: readonly string[]): Promise<Resource[]> {
  const { rows } = await sql<Resource>`
    select r.id, r.system_code as system, r.pid, r.name, r.code, r.path, r.type, n.name as taken_by
    from pool_resource r
    left join application_resource ar on ar.resource_id = r.id
    left join menu_node n on n.id = ar.app_id
    where r.system_code = any(${systems})
    order by r.sort, r.code`.execute(db)
  return rows
}

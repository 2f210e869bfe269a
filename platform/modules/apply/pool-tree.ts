import { type RawBuilder, sql } from 'kysely'
import * as applications from '#contracts/apply'
import { controlScope } from '#platform/kernel/auth/authority'
import { isControl } from '#platform/kernel/auth/shared-objects'
import type { Queries } from '#platform/kernel/db/schema'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'

interface PoolSystem {
  code: string
  name: string
  isControl: number
}
interface PoolRow {
  id: string
  system: string
  pid: string | null
  name: string
  code: string
  path: string | null
  type: number
  taken_by: string | null
}

const writes = [applications.add, applications.update]

/** The pool as a tree: systems, below them what an application can take, below that what comes along with it. */
export const poolTreeRoutes: readonly Route[] = [
  handle(applications.findAllPoolResource, async (call) => {
    const { db, query } = call
    const control = isControl(await controlScope(call, writes), 'system', 'known.code')
    const systems = await systemsOf(db, query.code || null, query.sysType ?? null, control)
    const resources = await resourcesOf(
      db,
      systems.map((system) => system.code),
    )
    const below = new Map<string, PoolRow[]>()
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
    return systems.map(({ code, name, isControl }) => ({
      ...{ id: systemId(code), name, code, isControl },
      children: under(systemId(code)).filter(({ type }) => query.type === undefined || type === query.type),
    }))
  }),
]

/** No record's id: those have no colon. */
function systemId(code: string): string {
  return `system:${code}`
}

/** The registered systems, and the codes that only the pool knows, whose type nobody knows. */
async function systemsOf(
  db: Queries,
  code: string | null,
  type: number | null,
  control: RawBuilder<number>,
): Promise<PoolSystem[]> {
  const { rows } = await sql<PoolSystem>`
    select code, name, ${control} as "isControl" from (
      select code, name, type from system_config
      union all
      select distinct p.system_code, p.system_code, null::smallint from pool_resource p
      where not exists (select 1 from system_config s where s.code = p.system_code)
    ) as known
    where (${code}::text is null or code = ${code}) and (${type}::bigint is null or type = ${type}::bigint)
    order by code`.execute(db)
  return rows
}

async function resourcesOf(db: Queries, systems: readonly string[]): Promise<PoolRow[]> {
  const { rows } = await sql<PoolRow>`
    select r.id, r.system_code as system, r.pid, r.name, r.code, r.path, r.type, n.name as taken_by
    from pool_resource r
    left join application_resource ar on ar.resource_id = r.id
    left join menu_node n on n.id = ar.app_id
    where r.system_code = any(${systems})
    order by r.sort, r.code`.execute(db)
  return rows
}

import { sql } from 'kysely'
import * as assets from '#contracts/assets'
import { controlScope } from '#platform/kernel/auth/authority'
import { isControl } from '#platform/kernel/auth/shared-objects'
import { contains } from '#platform/kernel/db/list'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { handleList } from '#platform/kernel/http/list-route'

const { notDiscovered, discovered, disabled, deleted } = assets.discoveryStatuses

export const readRoutes: readonly Route[] = [
  handle(assets.findSystem, async (call) => {
    const control = isControl(await controlScope(call, [assets.addAll]), 'system', 's.code')
    const { rows } = await sql<{ code: string; name: string; status: number; isControl: number }>`
      select coalesce(s.code, pool.code) as code, coalesce(s.name, pool.code) as name, case
        when s.code is null then ${deleted}::int
        when not s.enable then ${disabled}::int
        when pool.code is null then ${notDiscovered}::int
        else ${discovered}::int end as status,
        case when s.code is null then 0 else ${control} end as "isControl"
      from system_config s
      full join (select distinct system_code as code from pool_resource) pool on pool.code = s.code
      order by s.code is null, lower(coalesce(s.code, pool.code))`.execute(call.db)
    return rows
  }),

  handleList(assets.findAll, async ({ db, query }) => {
    const { code, resourceName } = query
    const found = db
      .selectFrom('pool_resource as r')
      .$if(!!code, (all) => all.where('r.system_code', '=', code ?? ''))
      .where(contains(resourceName, 'r.name'))
    const rows = found
      .leftJoin('system_config as s', 's.code', 'r.system_code')
      .leftJoin('pool_resource as p', 'p.id', 'r.pid')
      .select(['r.id', 'r.name', 'r.type', 'r.method', 'r.path', 'r.code', 'r.description'])
      .select('p.code as parent')
      .select((eb) => eb.fn.coalesce('s.name', 'r.system_code').as('systemName'))
      .orderBy('r.system_code')
      // A page, then its operations.
      .orderBy(sql`coalesce(p.sort, r.sort), coalesce(p.id, r.id), r.pid is not null, r.sort`)
      .orderBy('r.id')
    return { found, rows }
  }),
]

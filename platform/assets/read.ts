import { sql } from 'kysely'
import * as assets from '#contracts/assets'
import { containing, offsetOf } from '#platform/db/search'
import type { Routes } from '#platform/http/call'
import { handle } from '#platform/http/handle'

const { notDiscovered, discovered, disabled, deleted } = assets.discoveryStatuses

export function readRoutes(routes: Routes): void {
  handle(routes, assets.findSystem, async ({ db }) => {
    const { rows } = await sql<{ code: string; name: string; status: number }>`
      select coalesce(s.code, pool.code) as code, coalesce(s.name, pool.code) as name, case
        when s.code is null then ${deleted}::int
        when not s.enable then ${disabled}::int
        when pool.code is null then ${notDiscovered}::int
        else ${discovered}::int end as status
      from system_config s
      full join (select distinct system_code as code from pool_resource) pool on pool.code = s.code
      order by s.code is null, lower(coalesce(s.code, pool.code))`.execute(db)
    return rows
  })

  handle(routes, assets.findAll, async ({ db, query }) => {
    const { code, resourceName, page, limit } = query
    const found = db
      .selectFrom('pool_resource as r')
      .$if(!!code, (all) => all.where('r.system_code', '=', code ?? ''))
      .$if(!!resourceName, (all) => all.where('r.name', 'ilike', containing(resourceName ?? '')))
    const rows = await found
      .leftJoin('system_config as s', 's.code', 'r.system_code')
      .leftJoin('pool_resource as p', 'p.id', 'r.pid')
      .select(['r.id', 'r.name', 'r.type', 'r.method', 'r.path', 'r.code', 'r.description'])
      .select((eb) => eb.fn.coalesce('s.name', 'r.system_code').as('systemName'))
      .orderBy('r.system_code')
      // A page, then its operations.
      .orderBy(sql`coalesce(p.sort, r.sort), coalesce(p.id, r.id), r.pid is not null, r.sort`)
      .orderBy('r.id')
      .limit(limit)
      .offset(offsetOf(query))
      .execute()
    const { count } = await found
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
      .executeTakeFirstOrThrow()
    return { content: rows, meta: { page, limit, count } }
  })
}

import * as systems from '#contracts/allocation'
import { covers, scopeOf } from '#platform/authority'
import type { Queries } from '#platform/db/schema'
import { containing, offsetOf } from '#platform/db/search'
import type { Caller, Routes } from '#platform/http/call'
import { versionOf } from '#platform/http/edition'
import { handle } from '#platform/http/handle'
import { revisionTag } from '#platform/http/revision'
import { type System, stateOf } from './visible.ts'

export function readRoutes(routes: Routes): void {
  handle(routes, systems.list, async ({ db, query, now }) => {
    const { code, name, page, limit } = query
    const found = db
      .selectFrom('system_config as s')
      .$if(!!code, (all) => all.where('s.code', 'ilike', containing(code ?? '')))
      .$if(!!name, (all) => all.where('s.name', 'ilike', containing(name ?? '')))
    const rows = await found
      .selectAll('s')
      .orderBy('s.created_time', 'desc')
      .orderBy('s.id', 'desc')
      .limit(limit)
      .offset(offsetOf(query))
      .execute()
    const { count } = await found
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
      .executeTakeFirstOrThrow()
    return { content: rows.map((row) => rowOf(row, now)), meta: { page, limit, count } }
  })

  handle(
    routes,
    systems.listConfig,
    async (call) => {
      const isWide = await seesDisabled(call)
      const rows = await call.db
        .selectFrom('system_config as s')
        .$if(!isWide, (all) => all.where('s.enable', '=', true))
        .selectAll('s')
        .orderBy('s.code')
        .limit(call.query.limit)
        .execute()
      return rows.map((row) => rowOf(row, call.now))
    },
    async ({ db, person, business, locale }) => revisionTag(db, [person.id, business.orgId, locale]),
  )
}

async function seesDisabled({ db, person, business }: Caller & { db: Queries }): Promise<boolean> {
  const scope = await scopeOf(db, person, systems.listConfig.widenedBy ?? [])
  return covers(scope, business.orgId ?? '')
}

function rowOf(system: System, now: Date) {
  const { id, name, code, version, type, port, enable } = system
  const edition = versionOf(stateOf(system), now)
  return { id, name, code, version, type, port, hostName: system.host_name, enable, edition }
}

import * as organizations from '#contracts/organization'
import { within } from '#platform/authority'
import { containing, offsetOf } from '#platform/db/search'
import type { Routes } from '#platform/http/call'
import { versionOf } from '#platform/http/edition'
import { handle } from '#platform/http/handle'
import { managed, stateOf, visibleOrganization } from './visible.ts'

export function readRoutes(routes: Routes): void {
  handle(routes, organizations.list, async (call) => {
    const { db, query } = call
    const { name, enabled, page, limit } = query
    const pattern = containing(name ?? '')
    const found = db
      .selectFrom('organization as o')
      .where(within(await managed(call, organizations.list), 'o.id'))
      .$if(!!name, (all) =>
        all.where((eb) => eb.or([eb('o.name', 'ilike', pattern), eb('o.code', 'ilike', pattern)])),
      )
      .$if(enabled !== undefined, (all) => all.where('o.enabled', '=', enabled === true))
    const rows = await found
      .select(['o.id', 'o.name', 'o.code', 'o.remark', 'o.enabled'])
      .orderBy('o.created_time', 'desc')
      .orderBy('o.id', 'desc')
      .limit(limit)
      .offset(offsetOf(query))
      .execute()
    const { count } = await found
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
      .executeTakeFirstOrThrow()
    return { content: rows, meta: { page, limit, count } }
  })

  handle(routes, organizations.detail, async (call) => {
    const organization = await visibleOrganization(call, organizations.detail, call.params.id)
    const { id, name, code, remark, enabled } = organization
    return { id, name, code, remark, enabled, version: versionOf(stateOf(organization), call.now) }
  })
}

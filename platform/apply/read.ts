import * as applications from '#contracts/apply'
import { containing, offsetOf } from '#platform/db/search'
import type { Routes } from '#platform/http/call'
import { versionOf } from '#platform/http/edition'
import { handle } from '#platform/http/handle'
import { resourcesOf } from './resources.ts'
import { applicationById, applicationRows, stateOf } from './visible.ts'

export function readRoutes(routes: Routes): void {
  handle(routes, applications.list, async ({ db, query }) => {
    const { seachStr, page, limit } = query
    const pattern = containing(seachStr ?? '')
    const found = applicationRows(db).$if(!!seachStr, (all) =>
      all.where((eb) => eb.or([eb('n.name', 'ilike', pattern), eb('n.code', 'ilike', pattern)])),
    )
    const rows = await found
      .select(['n.id', 'n.name', 'n.code', 'n.enabled', 'n.icon'])
      .orderBy('n.created_time', 'desc')
      .orderBy('n.id', 'desc')
      .limit(limit)
      .offset(offsetOf(query))
      .execute()
    const { count } = await found
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
      .executeTakeFirstOrThrow()
    return { content: rows, meta: { page, limit, count } }
  })

  handle(routes, applications.detail, async ({ db, params, now }) => {
    const application = await applicationById(db, params.id)
    const { id, name, code, enabled, icon, type } = application
    const resources = await resourcesOf(db, id)
    return {
      ...{ id, name, code, enabled, icon, type },
      appMode: application.app_mode,
      openMode: application.open_mode,
      appUrlAddress: application.app_url_address,
      insideFlag: application.inside_flag,
      resourceIdList: resources,
      version: versionOf(stateOf(application, resources), now),
    }
  })
}

import * as departments from '#contracts/department'
import { requireCovered, within } from '#platform/authority'
import { containing, offsetOf } from '#platform/db/search'
import type { Routes } from '#platform/http/call'
import { versionOf } from '#platform/http/edition'
import { handle } from '#platform/http/handle'
import { stateOf, visibleDepartment } from './visible.ts'

export function readRoutes(routes: Routes): void {
  handle(routes, departments.list, async ({ db, scope, query }) => {
    const { name, enabled, page, limit } = query
    const pattern = containing(name ?? '')
    const found = db
      .selectFrom('department as d')
      .innerJoin('organization as o', 'o.id', 'd.org_id')
      .where(within(scope, 'd.org_id'))
      .$if(!!name, (all) =>
        all.where((eb) =>
          eb.or([
            eb('d.name', 'ilike', pattern),
            eb('d.code', 'ilike', pattern),
            eb('o.name', 'ilike', pattern),
          ]),
        ),
      )
      .$if(enabled !== undefined, (all) => all.where('d.enabled', '=', enabled === true))
    const rows = await found
      .select(['d.id', 'd.name', 'd.code', 'd.org_id as orgId', 'o.name as orgName', 'd.enabled', 'd.remark'])
      .orderBy('d.created_time', 'desc')
      .orderBy('d.id', 'desc')
      .limit(limit)
      .offset(offsetOf(query))
      .execute()
    const { count } = await found
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
      .executeTakeFirstOrThrow()
    return { content: rows, meta: { page, limit, count } }
  })

  handle(routes, departments.detail, async (call) => {
    const department = await visibleDepartment(call, call.params.id)
    const { id, name, code, enabled, remark, org_id: orgId, org_name: orgName } = department
    const version = versionOf(stateOf(department, { id: orgId, name: orgName }), call.now)
    return { id, name, code, orgId, orgName, enabled, remark, version }
  })

  handle(routes, departments.listByOrganization, async ({ db, scope, query }) => {
    requireCovered(scope, query.orgId)
    return db
      .selectFrom('department')
      .where('org_id', '=', query.orgId)
      .where('enabled', '=', true)
      .orderBy('created_time', 'desc')
      .orderBy('id', 'desc')
      .select(['id', 'name'])
      .execute()
  })
}

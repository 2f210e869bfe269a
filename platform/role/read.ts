import * as roles from '#contracts/role'
import { within } from '#platform/authority'
import { containing, offsetOf } from '#platform/db/search'
import type { Routes } from '#platform/http/call'
import { versionOf } from '#platform/http/edition'
import { handle } from '#platform/http/handle'
import { holders, nodesOf, stateOf, visibleRole } from './visible.ts'

export function readRoutes(routes: Routes): void {
  handle(routes, roles.list, async ({ db, scope, query }) => {
    const { roleName, page, limit } = query
    const found = db
      .selectFrom('role as r')
      .where(within(scope, 'r.org_id'))
      .$if(!!roleName, (all) => all.where('r.name', 'ilike', containing(roleName ?? '')))
    const rows = await found
      .innerJoin('organization as o', 'o.id', 'r.org_id')
      .select(['r.id', 'r.name', 'r.org_id as orgId', 'o.name as orgName', 'r.description'])
      .select(['r.role_type as roleType', 'r.leader', 'r.dept_id as deptId'])
      .orderBy('r.created_time', 'desc')
      .orderBy('r.id', 'desc')
      .limit(limit)
      .offset(offsetOf(query))
      .execute()
    const { count } = await found
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
      .executeTakeFirstOrThrow()
    return { content: rows, meta: { page, limit, count } }
  })

  handle(routes, roles.detail, async (call) => {
    const { db, now, params } = call
    const role = await visibleRole(call, params.id)
    const nodes = await nodesOf(db, role.id)
    const organization = { id: role.org_id, name: role.org_name }
    return {
      id: role.id,
      name: role.name,
      orgId: organization.id,
      orgName: organization.name,
      description: role.description,
      roleType: role.role_type,
      leader: role.leader,
      deptId: role.dept_id,
      resourceIdList: nodes,
      accountCount: await holders(db, role.id),
      version: versionOf(stateOf(role, organization, nodes), now),
    }
  })
}

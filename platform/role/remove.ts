import * as roles from '#contracts/role'
import { keepingOwnRoles } from '#platform/account/own-roles'
import type { Routes } from '#platform/http/call'
import { handle } from '#platform/http/handle'
import { nodeChange } from './nodes.ts'
import { holders, lockedRole, nodesOf, stateOf } from './visible.ts'

export function removeRoutes(routes: Routes): void {
  handle(routes, roles.remove, async (call) => {
    const { db, params, changed } = call
    const role = await lockedRole(call, params.id)
    const nodes = await nodesOf(db, role.id)
    const accounts = await holders(db, role.id)
    // What it grants and who holds it goes with it, by the references of the tables.
    await keepingOwnRoles(call, () => db.deleteFrom('role').where('id', '=', role.id).execute())
    const { before } = await nodeChange(db, nodes, [])
    const organization = { id: role.org_id, name: role.org_name }
    changed({
      subject: { id: role.id, name: role.name },
      before: { ...stateOf(role, organization, nodes), resourceIdList: before, accounts },
    })
  })
}

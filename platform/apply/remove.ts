import * as applications from '#contracts/apply'
import type { Queries } from '#platform/db/schema'
import type { Routes } from '#platform/http/call'
import { handle } from '#platform/http/handle'
import { inUse } from '#platform/http/refusal'
import { lockTrees, rolesHolding } from '#platform/menu/visible'
import { resourceChange, resourcesOf } from './resources.ts'
import { applicationById, builtIn, isBuiltIn, stateOf } from './visible.ts'

export function removeRoutes(routes: Routes): void {
  handle(routes, applications.remove, async ({ db, params, changed }) => {
    await lockTrees(db)
    const application = await applicationById(db, params.id)
    if (isBuiltIn(application)) throw builtIn()
    const roles = await rolesHolding(db, await lockedNodes(db, application.id))
    if (roles > 0) throw inUse('applicationInUse', { roles })
    const resources = await resourcesOf(db, application.id)
    const change = await resourceChange(db, resources, [])
    // Its tree goes with its root, and its resources become free, by the references of the tables.
    await db.deleteFrom('menu_node').where('id', '=', application.id).execute()
    changed({
      subject: { id: application.id, name: application.name },
      before: { ...stateOf(application, resources), resources: change.before },
    })
  })
}

/** A role that takes one of them at this moment is either counted or meets that it is gone. */
async function lockedNodes(db: Queries, appId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('menu_node')
    .where('app_id', '=', appId)
    .orderBy('id')
    .select('id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.id)
}

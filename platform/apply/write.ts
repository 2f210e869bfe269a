import { sql } from 'kysely'
import * as applications from '#contracts/apply'
import { limits } from '#contracts/limits'
import { nodeTypes } from '#contracts/menu'
import type { Routes } from '#platform/http/call'
import { requireUnchanged } from '#platform/http/edition'
import { handle } from '#platform/http/handle'
import { requireMayEnable } from '#platform/http/switch'
import { newId } from '#platform/ids'
import { requireStoredImage } from '#platform/image/stored'
import { lockTrees } from '#platform/menu/visible'
import { requireFreeApplicationCode } from './codes.ts'
import { dropResources, lockResources, takeResources } from './nodes.ts'
import { renameFolder } from './pages-folder.ts'
import { differenceOf, requireFree, resourceChange, resourcesOf } from './resources.ts'
import { type Application, applicationById, builtIn, isBuiltIn, stateOf } from './visible.ts'

export function writeRoutes(routes: Routes): void {
  handle(routes, applications.add, async (call) => {
    const { db, body, now, changed } = call
    await lockTrees(db)
    await requireFreeApplicationCode(db, body.code)
    await requireStoredImage(db, 'icon', body.icon)
    const resources = [...new Set(body.resourceIdList)]
    await lockResources(db, resources)
    await requireFree(db, resources)
    const { name, code, icon, enabled } = body
    const application = { id: newId(now), name, code, icon, enabled }
    await db
      .insertInto('menu_node')
      .values({
        ...application,
        app_id: application.id,
        type: nodeTypes.application,
        sort: sql<number>`(select least(coalesce(max(sort), 0) + 1, ${limits.largestSort})
          from menu_node where type = ${nodeTypes.application})`,
        inside_flag: '1',
        create_type: '1',
        created_time: now,
      })
      .execute()
    await db
      .insertInto('application')
      .values({ id: application.id, type: '0', app_mode: '1', open_mode: '1' })
      .execute()
    await takeResources(call, application, resources)
    const { after } = await resourceChange(db, [], resources)
    changed({
      subject: { id: application.id, name },
      after: { ...stateOf(application, resources), resources: after },
    })
  })

  handle(routes, applications.update, async (call) => {
    const { db, body, business, changed } = call
    await lockTrees(db)
    const application = await applicationById(db, body.id)
    const stored = await resourcesOf(db, application.id)
    const before = stateOf(application, stored)
    await requireUnchanged(call, body.version, application.id, before, {
      summaries: { resources: { count: stored.length, names: [] } },
    })
    const { id, name, code, icon, enabled } = body
    const resources = [...new Set(body.resourceIdList)].sort()
    const { added, removed } = differenceOf(stored, resources)
    if (isBuiltIn(application) && !isUntouched(application, body, [...added, ...removed])) throw builtIn()
    if (enabled !== application.enabled) {
      await requireMayEnable(call, applications.updateEnable, business.orgId ?? '')
    }
    if (code !== application.code) await requireFreeApplicationCode(db, code, id)
    if (icon !== application.icon) await requireStoredImage(db, 'icon', icon)
    await lockResources(db, [...added, ...removed])
    await requireFree(db, added)
    // First: roles take a node and then the revision, and whoever changes a node has the revision.
    await dropResources(db, application, removed)
    await db.updateTable('menu_node').set({ name, code, icon, enabled }).where('id', '=', id).execute()
    await renameFolder(db, application, body)
    await takeResources(call, body, added)
    const change = await resourceChange(db, stored, resources)
    changed({
      subject: { id, name },
      before: { ...before, resources: change.before },
      after: { ...stateOf(body, resources), resources: change.after },
    })
  })

  handle(routes, applications.updateEnable, async ({ db, query, changed }) => {
    const { id, enabled } = query
    await lockTrees(db)
    const application = await applicationById(db, id)
    if (isBuiltIn(application) && !enabled) throw builtIn()
    await db.updateTable('menu_node').set({ enabled }).where('id', '=', id).execute()
    changed({
      subject: { id, name: application.name },
      before: { enabled: application.enabled },
      after: { enabled },
    })
  })
}

/** What is built in may get another name and icon, and nothing else. */
function isUntouched(
  { code, enabled }: Pick<Application, 'code' | 'enabled'>,
  asked: Pick<Application, 'code' | 'enabled'>,
  resources: readonly string[],
): boolean {
  return code === asked.code && enabled === asked.enabled && resources.length === 0
}

import { sql } from 'kysely'
import * as applications from '#contracts/apply'
import { limits } from '#contracts/limits'
import { nodeTypes } from '#contracts/menu'
import { differenceOf } from '#platform/kernel/audit/list-change'
import { controlScope } from '#platform/kernel/auth/authority'
import {
  isControl,
  madeIn,
  requireMayChange,
  requireMayChangeBy,
  requireMayName,
  requireMayTake,
} from '#platform/kernel/auth/shared-objects'
import { contains } from '#platform/kernel/db/list'
import type { Queries } from '#platform/kernel/db/schema'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { handleList } from '#platform/kernel/http/list-route'
import { requireMayEnable } from '#platform/kernel/http/switch'
import { requireUnchanged, versionOf } from '#platform/kernel/http/version'
import { idsOf, newId } from '#platform/kernel/ids'
import { inUse } from '#platform/kernel/refusal'
import { requireStoredImage } from '#platform/modules/image/stored'
import { lockTrees, rolesHolding } from '#platform/modules/menu/visible'
import { requireFreeApplicationCode } from './codes.ts'
import { dropResources, lockResources, takeResources } from './nodes.ts'
import { renameFolder } from './pages-folder.ts'
import { poolTreeRoutes } from './pool-tree.ts'
import { type Application, applicationById, applicationRows, builtIn, isBuiltIn, stateOf } from './record.ts'
import { requireFree, resourceChange, resourcesOf } from './resources.ts'

const writes = [applications.update, applications.updateEnable, applications.remove]

export const applyRoutes: readonly Route[] = [
  ...poolTreeRoutes,

  handleList(applications.list, async (call) => {
    const { db, query } = call
    const found = applicationRows(db).where(contains(query.seachStr, 'n.name', 'n.code'))
    const rows = found
      .select(['n.id', 'n.name', 'n.code', 'n.enabled', 'n.icon'])
      .select(isControl(await controlScope(call, writes), 'application', 'n.id').as('isControl'))
      .orderBy('n.created_time', 'desc')
      .orderBy('n.id', 'desc')
    return { found, rows }
  }),

  handle(applications.detail, async (call) => {
    const { db, params, now } = call
    const application = await applicationById(db, params.id)
    const { id, name, code, enabled, icon, type } = application
    const resources = await resourcesOf(db, id)
    const control = await applicationRows(db)
      .where('n.id', '=', id)
      .select(isControl(await controlScope(call, writes), 'application', 'n.id').as('isControl'))
      .executeTakeFirst()
    return {
      ...{ id, name, code, enabled, icon, type },
      ...control,
      appMode: application.app_mode,
      openMode: application.open_mode,
      appUrlAddress: application.app_url_address,
      insideFlag: application.inside_flag,
      resourceIdList: resources,
      version: versionOf(stateOf(application, resources), now),
    }
  }),

  handle(applications.add, async (call) => {
    const { db, body, now, changed } = call
    await lockTrees(db)
    await requireMayName(call, body.code)
    await requireFreeApplicationCode(db, body.code)
    await requireStoredImage(call, 'icon', body.icon)
    const resources = [...new Set(body.resourceIdList)]
    await lockResources(db, resources)
    await requireFree(db, resources)
    await requireMayTake(call, resources)
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
      .values({ id: application.id, type: '0', app_mode: '1', open_mode: '1', made_in: madeIn(call) })
      .execute()
    await takeResources(call, application, resources)
    const { after } = await resourceChange(db, [], resources)
    changed({
      subject: { id: application.id, name },
      after: { ...stateOf(application, resources), resources: after },
    })
  }),

  handle(applications.update, async (call) => {
    const { db, body, business, changed } = call
    await lockTrees(db)
    const application = await applicationById(db, body.id)
    await requireMayChange(call, { application: application.id })
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
      await requireMayChangeBy(call, applications.updateEnable, { application: id })
    }
    if (code !== application.code) {
      await requireMayName(call, code)
      await requireFreeApplicationCode(db, code, id)
    }
    if (icon !== application.icon) await requireStoredImage(call, 'icon', icon)
    await lockResources(db, [...added, ...removed])
    await requireFree(db, added)
    await requireMayTake(call, added)
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
  }),

  handle(applications.updateEnable, async (call) => {
    const { db, query, changed } = call
    const { id, enabled } = query
    await lockTrees(db)
    const application = await applicationById(db, id)
    await requireMayChange(call, { application: id })
    if (isBuiltIn(application) && !enabled) throw builtIn()
    await db.updateTable('menu_node').set({ enabled }).where('id', '=', id).execute()
    changed({
      subject: { id, name: application.name },
      before: { enabled: application.enabled },
      after: { enabled },
    })
  }),

  handle(applications.remove, async (call) => {
    const { db, params, changed } = call
    await lockTrees(db)
    const application = await applicationById(db, params.id)
    await requireMayChange(call, { application: application.id })
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
  }),
]

/** What is built in may get another name and icon, and nothing else. */
function isUntouched(
  { code, enabled }: Pick<Application, 'code' | 'enabled'>,
  asked: Pick<Application, 'code' | 'enabled'>,
  resources: readonly string[],
): boolean {
  return code === asked.code && enabled === asked.enabled && resources.length === 0
}

/** A role that takes one of them at this moment is either counted or meets that it is gone. */
function lockedNodes(db: Queries, appId: string): Promise<string[]> {
  const nodes = db.selectFrom('menu_node').where('app_id', '=', appId)
  return idsOf(nodes.orderBy('id').select('id').forUpdate())
}

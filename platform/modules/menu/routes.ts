import { sql } from 'kysely'
import type { Endpoint } from '#contracts/endpoint'
import * as menus from '#contracts/menu'
import { mostNames } from '#platform/kernel/audit/list-change'
import { controlScope, type Reach, requireCovered } from '#platform/kernel/auth/authority'
import { grantableNodes, liveNodes } from '#platform/kernel/auth/nodes'
import { isControl, requireMayChange, requireMayName } from '#platform/kernel/auth/shared-objects'
import type { Queries } from '#platform/kernel/db/schema'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { requireSwitch } from '#platform/kernel/http/switch'
import { requireUnchanged, versionOf } from '#platform/kernel/http/version'
import { newId } from '#platform/kernel/ids'
import { badField, inUse } from '#platform/kernel/refusal'
import { codeTaken, keepEntry, menuBinRoutes } from './bin.ts'
import { requireFreeMenuCode, requireMayRecode } from './code.ts'
import { impactRoutes } from './impact.ts'
import { requireMovable, requireParent } from './place.ts'
import { formFields, type Node, rowFields, stateOf } from './record.ts'
import { foundNodes, treeOf } from './tree-of.ts'
import { idsBelow, lockedEntry, lockTrees, managedNodes, requireSwitchable, rolesHolding } from './visible.ts'

const writes = [menus.add, menus.update, menus.remove, menus.updateEnable]
const { application, directory, menu } = menus.nodeTypes

export const menuRoutes: readonly Route[] = [
  handle(menus.findAllPermission, async ({ db, person, scope, business, query }) => {
    const nodes = await liveNodes(db).orderBy('n.sort').orderBy('n.id').selectAll('n').execute()
    if (person.superIdentification) return treeOf(nodes, choiceOf)
    const orgId = query.orgId ?? business.orgId ?? ''
    requireCovered(scope, orgId)
    const { shown } = await grantableNodes(db, person, orgId)
    // With every node its ancestors are shown as well.
    return treeOf(
      nodes.filter((node) => shown.has(node.id)),
      choiceOf,
    )
  }),

  handle(menus.tree, async (call) => {
    const { now, query } = call
    const nodes = await sorted(call)
    const controlled = await controlledBy(call, writes)
    const byId = new Map(nodes.map((node) => [node.id, node]))
    return treeOf(query.searchStr ? foundNodes(nodes, query.searchStr) : nodes, (node) => ({
      ...rowOf(node, byId),
      isControl: controlled.has(node.app_id) ? 1 : 0,
      version: versionOf(stateOf(node, byId.get(node.pid ?? '') ?? node), now),
    }))
  }),

  handle(menus.parentTree, async (call) => {
    const { isShowMenu = false, isShowChildren = true } = call.query
    const parents = isShowMenu ? [application, directory, menu] : [application, directory]
    const types: readonly number[] = isShowChildren ? parents : [application]
    const nodes = (await sorted(call)).filter((node) => types.includes(node.type))
    const byId = new Map(nodes.map((node) => [node.id, node]))
    const controlled = await controlledBy(call, [menus.add, menus.update])
    return treeOf(nodes, (node) => ({
      ...rowOf(node, byId),
      isControl: controlled.has(node.app_id) ? 1 : 0,
    }))
  }),

  handle(menus.add, async (call) => {
    const { db, body, now, changed } = call
    await lockTrees(db)
    const parent = await requireParent(call, body)
    await requireMayChange(call, { application: parent.app_id })
    await requireMayName(call, body.code)
    await requireFreeMenuCode(call, body.code)
    const entry = { id: newId(now), ...formFields(body) }
    const place = { app_id: parent.app_id, pid: parent.id }
    const origin = { enabled: true, inside_flag: '1', create_type: '1', created_time: now }
    await db
      .insertInto('menu_node')
      .values({ ...entry, ...place, ...origin })
      .execute()
      .catch(codeTaken)
    changed({ subject: { id: entry.id, name: entry.name }, after: stateOf(entry, parent) })
  }),

  handle(menus.update, async (call) => {
    const { db, body, changed } = call
    await lockTrees(db)
    const node = await lockedEntry(call, body.id)
    const before = stateOf(node, await parentOf(db, node))
    await requireUnchanged(call, body.version, node.id, before)
    const parent = await requireMovable(call, node, body)
    if (parent.app_id !== node.app_id) await requireMayChange(call, { application: parent.app_id })
    const isNamed = body.code === node.code && parent.id === node.pid && body.type === node.type
    if (!isNamed) await requireMayName(call, body.code)
    await requireMayRecode(call, node, body)
    await requireFreeMenuCode(call, body.code, node.id)
    const next = formFields(body, node.name_en)
    await db
      .updateTable('menu_node')
      .set({ ...next, pid: parent.id })
      .where('id', '=', node.id)
      .execute()
      .catch(codeTaken)
    if (parent.app_id !== node.app_id) await moveTree(db, node, parent.app_id)
    changed({ subject: { id: node.id, name: next.name }, before, after: stateOf(next, parent) })
  }),

  handle(menus.updateEnable, async (call) => {
    const { db, changed } = call
    const { id, enabled } = requireSwitch(call)
    const node = await lockedEntry(call, id, requireSwitchable)
    await db.updateTable('menu_node').set({ enabled }).where('id', '=', node.id).execute()
    changed({
      subject: { id: node.id, name: node.name },
      before: { enabled: node.enabled },
      after: { enabled },
    })
  }),

  handle(menus.remove, async (call) => {
    const { db, params, query, changed } = call
    await lockTrees(db)
    const node = await lockedEntry(call, params.resourceId)
    if (query.systemId && query.systemId !== node.app_id) throw badField('systemId', 'entryElsewhere')
    const below = await idsBelow(db, node.id)
    const ids = [node.id, ...below]
    // A role that takes one of them at this moment is either counted here or meets that it is gone.
    await sql`select id from menu_node where id = any(${ids}) order by id for update`.execute(db)
    const roles = await rolesHolding(db, ids)
    if (roles > 0) throw inUse('menuInUse', { roles, nodes: below.length })
    const before = { ...stateOf(node, await parentOf(db, node)), enabled: node.enabled }
    const names = await namesOf(db, below)
    await keepEntry(call, node, ids)
    await sql`delete from application_resource where resource_id in (
      select resource_id from menu_node where id = any(${ids}))`.execute(db)
    await sql`delete from menu_node where id = any(${ids})`.execute(db)
    changed({
      subject: { id: node.id, name: node.name },
      before: { ...before, ...(below.length > 0 && { nodes: { count: below.length, names } }) },
    })
  }),

  ...impactRoutes,

  ...menuBinRoutes,
]

function choiceOf({ id, name, name_en, code, type }: Node) {
  return { id, name, ...(name_en && { nameEn: name_en }), code, type }
}

function sorted(reach: Reach): Promise<Node[]> {
  return managedNodes(reach).orderBy('n.sort').orderBy('n.id').selectAll('n').execute()
}

/** The applications in whose menus one of these calls would work for the caller. */
async function controlledBy(reach: Reach, calls: readonly Endpoint[]): Promise<Set<string>> {
  const control = isControl(await controlScope(reach, calls), 'application', 'a.id')
  const { rows } = await sql<{ id: string }>`select a.id from application a where ${control} = 1`.execute(
    reach.db,
  )
  return new Set(rows.map((row) => row.id))
}

function rowOf(node: Node, byId: ReadonlyMap<string, Node>) {
  const { method, description, enabled, pid } = node
  return {
    ...rowFields(node),
    ...{ method, description, enabled, pid },
    systemName: byId.get(node.app_id)?.name ?? null,
    createType: node.create_type,
  }
}

async function parentOf(db: Queries, node: Node) {
  return db
    .selectFrom('menu_node')
    .where('id', '=', node.pid)
    .select(['id', 'name'])
    .executeTakeFirstOrThrow()
}

/** What hangs below comes along, and so do the pool's resources that it was made of. */
async function moveTree(db: Queries, node: Node, appId: string): Promise<void> {
  const ids = [node.id, ...(await idsBelow(db, node.id))]
  await sql`update menu_node set app_id = ${appId} where id = any(${ids})`.execute(db)
  await sql`update application_resource set app_id = ${appId} where resource_id in (
    select resource_id from menu_node where id = any(${ids}))`.execute(db)
}

async function namesOf(db: Queries, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from menu_node where id = any(${ids}) order by code limit ${mostNames}`.execute(db)
  return rows.map((row) => row.name)
}

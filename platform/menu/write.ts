import { sql } from 'kysely'
import type * as z from 'zod/mini'
import * as menus from '#contracts/menu'
import type { Queries } from '#platform/db/schema'
import type { Routes } from '#platform/http/call'
import { requireUnchanged } from '#platform/http/edition'
import { handle } from '#platform/http/handle'
import { requireSwitch } from '#platform/http/switch'
import { newId } from '#platform/ids'
import { requireFreeCode, requireMayRecode, unlessTaken } from './code.ts'
import { requireMovable, requireParent } from './place.ts'
import type { Node } from './tree-of.ts'
import { idsBelow, lockedEntry, lockTrees, stateOf } from './visible.ts'

export function writeRoutes(routes: Routes): void {
  handle(routes, menus.add, async (call) => {
    const { db, body, now, changed } = call
    await lockTrees(db)
    const parent = await requireParent(call, body)
    await requireFreeCode(call, body.code)
    const entry = { id: newId(now), ...fieldsOf(body) }
    const place = { app_id: parent.app_id, pid: parent.id }
    const origin = { enabled: true, inside_flag: '1', create_type: '1', created_time: now }
    await unlessTaken(
      db
        .insertInto('menu_node')
        .values({ ...entry, ...place, ...origin })
        .execute(),
    )
    changed({ subject: { id: entry.id, name: entry.name }, after: stateOf(entry, parent) })
  })

  handle(routes, menus.update, async (call) => {
    const { db, body, changed } = call
    await lockTrees(db)
    const node = await lockedEntry(call, body.id)
    const before = stateOf(node, await parentOf(db, node))
    await requireUnchanged(call, body.version, node.id, before)
    const parent = await requireMovable(call, node, body)
    await requireMayRecode(call, node, body.code)
    await requireFreeCode(call, body.code, node.id)
    const next = fieldsOf(body)
    await unlessTaken(
      db
        .updateTable('menu_node')
        .set({ ...next, pid: parent.id })
        .where('id', '=', node.id)
        .execute(),
    )
    if (parent.app_id !== node.app_id) await moveTree(db, node, parent.app_id)
    changed({ subject: { id: node.id, name: next.name }, before, after: stateOf(next, parent) })
  })

  handle(routes, menus.updateEnable, async (call) => {
    const { db, changed } = call
    const { id, enabled } = requireSwitch(call)
    const node = await lockedEntry(call, id)
    await db.updateTable('menu_node').set({ enabled }).where('id', '=', node.id).execute()
    changed({
      subject: { id: node.id, name: node.name },
      before: { enabled: node.enabled },
      after: { enabled },
    })
  })
}

/** What a type does not have is emptied, so that nothing of a former type stays behind unseen. */
function fieldsOf(body: z.output<typeof menus.menuForm>) {
  const { type, name, code, path, sort } = body
  const isLink = 'iFrame' in body && body.iFrame === true
  return {
    ...{ type, name, code, path, sort },
    description: body.description || null,
    icon: ('icon' in body && body.icon) || null,
    method: 'method' in body ? body.method : null,
    component: 'component' in body ? body.component : null,
    link_url: 'linkUrl' in body ? body.linkUrl : null,
    i_frame: type === menus.nodeTypes.menu ? (isLink ? '1' : '0') : null,
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

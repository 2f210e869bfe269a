import { sql } from 'kysely'
import * as menus from '#contracts/menu'
import type { Queries } from '#platform/db/schema'
import type { Routes } from '#platform/http/call'
import { handle } from '#platform/http/handle'
import { badField, inUse } from '#platform/http/refusal'
import { idsBelow, lockedEntry, lockTrees, rolesHolding, stateOf } from './visible.ts'

/** How many names of what went along the operation log keeps. */
const namedNodes = 20

export function removeRoutes(routes: Routes): void {
  handle(routes, menus.remove, async (call) => {
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
    const { parent, names } = await namesAround(db, node.pid, below)
    await sql`delete from application_resource where resource_id in (
      select resource_id from menu_node where id = any(${ids}))`.execute(db)
    await sql`delete from menu_node where id = any(${ids})`.execute(db)
    changed({
      subject: { id: node.id, name: node.name },
      before: {
        ...stateOf(node, parent),
        enabled: node.enabled,
        ...(below.length > 0 && { nodes: { count: below.length, names } }),
      },
    })
  })
}

async function namesAround(db: Queries, pid: string | null, below: readonly string[]) {
  const parent = await db
    .selectFrom('menu_node')
    .where('id', '=', pid)
    .select(['id', 'name'])
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ name: string }>`
    select name from menu_node where id = any(${below}) order by code limit ${namedNodes}`.execute(db)
  return { parent, names: rows.map((row) => row.name) }
}

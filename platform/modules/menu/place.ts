import { sql } from 'kysely'
import { limits } from '#contracts/limits'
import { menuParentFault } from '#contracts/menu'
import type { Reach } from '#platform/kernel/auth/authority'
import type { Queries } from '#platform/kernel/db/schema'
import { badField } from '#platform/kernel/refusal'
import type { Node } from './record.ts'
import { idsBelow, managedNodes } from './visible.ts'

interface Place {
  type: number
  pid: string
  /** The application that the form says, where it says one. */
  systemId?: string | null | undefined
}

/**
 * The parent that a form names, where an entry of this type may hang below it (specification section 4). The trees have
 * to be locked. Throws a Refusal 400 that names the field; whether a parent out of the caller's sight exists is not told.
 */
export async function requireParent(reach: Reach, place: Place): Promise<Node> {
  const parent = await fittingParent(reach, place)
  if (await isTooDeep(reach.db, parent.id)) throw badField('pid', 'menuTooDeep', tooDeep)
  return parent
}

async function fittingParent(reach: Reach, { type, pid, systemId }: Place): Promise<Node> {
  const parent = await managedNodes(reach).where('n.id', '=', pid).selectAll('n').executeTakeFirst()
  if (parent === undefined) throw badField('pid', 'unknownParent')
  if (systemId && systemId !== parent.app_id) throw badField('pid', 'parentElsewhere')
  const fault = menuParentFault(type, parent.type)
  if (fault !== undefined) throw badField('pid', fault)
  return parent
}

/** The same for an entry that is there already: not below itself, and what hangs below it may stay there. */
export async function requireMovable(reach: Reach, node: Node, place: Place): Promise<Node> {
  const parent = await fittingParent(reach, place)
  if (parent.id === node.id || (await idsBelow(reach.db, node.id)).includes(parent.id)) {
    throw badField('pid', 'parentBelowItself')
  }
  // One that stands too deep already may be changed where it is.
  if (parent.id !== node.pid && (await isTooDeep(reach.db, parent.id, node.id))) {
    throw badField('pid', 'menuTooDeep', tooDeep)
  }
  if (place.type !== node.type) await requireFitting(reach, node, place.type)
  return parent
}

/** The params of `menuTooDeep`. */
export const tooDeep = { params: { levels: limits.menuDepth } } as const

/** Whether a new entry below `parent`, or the one with this id and all below it, hangs deeper than trees may be. */
export async function isTooDeep(db: Queries, parent: string, id = ''): Promise<boolean> {
  const { rows } = await sql<{ levels: number }>`
    with recursive above as (
      select pid from menu_node where id = ${parent}
      union all select n.pid from above join menu_node n on n.id = above.pid
    ), below as (
      select id, 1 as level from menu_node where pid = ${id}
      union all select n.id, below.level + 1 from below join menu_node n on n.pid = below.id
    )
    select (select count(*) from above)::int + coalesce((select max(level) from below), 0) as levels`.execute(
    db,
  )
  return rows.some(({ levels }) => levels > limits.menuDepth)
}

async function requireFitting({ db }: Reach, node: Node, type: number): Promise<void> {
  const children = await db
    .selectFrom('menu_node')
    .where('pid', '=', node.id)
    .select('type')
    .distinct()
    .execute()
  if (children.some((child) => menuParentFault(child.type, type) !== undefined)) {
    throw badField('type', 'childrenMisplaced')
  }
}

import { menuParentFault } from '#contracts/menu'
import type { Reach } from '#platform/kernel/auth/authority'
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
export async function requireParent(reach: Reach, { type, pid, systemId }: Place): Promise<Node> {
  const parent = await managedNodes(reach).where('n.id', '=', pid).selectAll('n').executeTakeFirst()
  if (parent === undefined) throw badField('pid', 'unknownParent')
  if (systemId && systemId !== parent.app_id) throw badField('pid', 'parentElsewhere')
  const fault = menuParentFault(type, parent.type)
  if (fault !== undefined) throw badField('pid', fault)
  return parent
}

/** The same for an entry that is there already: not below itself, and what hangs below it may stay there. */
export async function requireMovable(reach: Reach, node: Node, place: Place): Promise<Node> {
  const parent = await requireParent(reach, place)
  if (parent.id === node.id || (await idsBelow(reach.db, node.id)).includes(parent.id)) {
    throw badField('pid', 'parentBelowItself')
  }
  if (place.type !== node.type) await requireFitting(reach, node, place.type)
  return parent
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

import { findAllPermission } from '#contracts/menu'
import { requireCovered } from '#platform/authority'
import { heldNodes, liveNodes } from '#platform/held-nodes'
import type { Routes } from '#platform/http/call'
import { handle } from '#platform/http/handle'
import { type Node, treeOf } from './tree-of.ts'

export function permissionTreeRoutes(routes: Routes): void {
  handle(routes, findAllPermission, async ({ db, person, scope, business, query }) => {
    const nodes = await liveNodes(db).orderBy('n.sort').orderBy('n.id').selectAll('n').execute()
    if (person.superIdentification) return treeOf(nodes, rowOf)
    const orgId = query.orgId ?? business.orgId ?? ''
    requireCovered(scope, orgId)
    const held = await heldNodes(db, person, orgId)
    // With every node its ancestors are held as well.
    return treeOf(
      nodes.filter((node) => held.has(node.id)),
      rowOf,
    )
  })
}

function rowOf({ id, name, code, type }: Node) {
  return { id, name, code, type }
}

import { nodeTypes } from '#contracts/menu'
import { type MenuNode, mainMenu } from '#contracts/session'
import { covers, only } from '#platform/kernel/auth/authority'
import { grantedNodes } from '#platform/kernel/auth/nodes'
import type { Queries } from '#platform/kernel/db/schema'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { revisionTag } from '#platform/kernel/http/revision'
import { notPermitted } from '#platform/kernel/refusal'
import { type Node, rowFields } from '#platform/modules/menu/record'
import { byParent } from '#platform/modules/menu/tree-of'

export const mainMenuRoutes: readonly Route[] = [
  handle(
    mainMenu,
    async ({ db, person, scope, business: { orgId, systemId } }) => {
      const isPlaced = typeof orgId === 'string' && typeof systemId === 'string'
      if (!isPlaced && person.superIdentification) return []
      if (!isPlaced || !covers(scope, orgId)) throw notPermitted()
      const nodes = await enabledNodes(db, systemId)
      if (person.superIdentification) return menuOf(nodes, systemId)
      const granted = await grantedNodes(db, person.id, only(scope, orgId))
        .where('granted.app_id', '=', systemId)
        .select('granted.id')
        .execute()
      // Nothing granted: the person cannot use this system, and the console leads back to the chooser.
      if (granted.length === 0) throw notPermitted()
      const held = new Set(granted.map((node) => node.id))
      return menuOf(withAncestors(nodes, held), systemId, held)
    },
    { version: revisionTag },
  ),
]

async function enabledNodes(db: Queries, appId: string): Promise<Node[]> {
  return db
    .selectFrom('menu_node')
    .where('app_id', '=', appId)
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .selectAll()
    .execute()
}

function withAncestors(nodes: readonly Node[], granted: ReadonlySet<string>): Node[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const kept = new Set<string>()
  for (const id of granted) {
    for (let node = byId.get(id); node !== undefined && !kept.has(node.id); node = byId.get(node.pid ?? '')) {
      kept.add(node.id)
    }
  }
  return nodes.filter((node) => kept.has(node.id))
}

/** The application's children; below a disabled node nothing is reached. Buttons become codes of their page. */
function menuOf(nodes: readonly Node[], appId: string, held?: ReadonlySet<string>): MenuNode[] {
  if (!nodes.some((node) => node.id === appId)) throw notPermitted()
  const below = byParent(nodes)
  const under = (parent: string): MenuNode[] =>
    (below.get(parent) ?? [])
      .filter((node) => node.type !== nodeTypes.button)
      .map((node) => ({
        ...rowFields(node),
        granted: held === undefined || held.has(node.id),
        btns: buttonsUnder(node.id),
        children: under(node.id),
      }))
  const buttonsUnder = (page: string): string[] =>
    (below.get(page) ?? []).flatMap((node) =>
      node.type === nodeTypes.button ? [node.code, ...buttonsUnder(node.id)] : [],
    )
  return under(appId)
}

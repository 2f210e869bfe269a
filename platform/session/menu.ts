import type { Selectable } from 'kysely'
import { type MenuNode, mainMenu } from '#contracts/session'
import { covers } from '#platform/authority'
import type { Queries, Schema } from '#platform/db/schema'
import type { Routes } from '#platform/http/call'
import { handle } from '#platform/http/handle'
import { notPermitted } from '#platform/http/refusal'
import { revisionTag } from '#platform/http/revision'
import { grantedNodes } from './granted-nodes.ts'

type Node = Selectable<Schema['menu_node']>

/** Section 3: types 0 application, 1 directory, 2 menu or page, 3 button or interface, 4 component. */
const buttonType = 3

export function menuRoutes(routes: Routes): void {
  handle(
    routes,
    mainMenu,
    async ({ db, person, scope, business: { orgId, systemId } }) => {
      const isPlaced = typeof orgId === 'string' && typeof systemId === 'string'
      if (!isPlaced && person.superIdentification) return []
      if (!isPlaced || !covers(scope, orgId)) throw notPermitted()
      const nodes = await enabledNodes(db, systemId)
      if (person.superIdentification) return menuOf(nodes, systemId)
      const granted = await grantedNodes(db, person.id, orgId)
        .where('granted.app_id', '=', systemId)
        .select('granted.id')
        .execute()
      // Nothing granted: the person cannot use this system, and the console leads back to the chooser.
      if (granted.length === 0) throw notPermitted()
      return menuOf(withAncestors(nodes, new Set(granted.map((node) => node.id))), systemId)
    },
    async ({ db, person, business: { orgId, systemId }, locale }) =>
      revisionTag(db, [person.id, orgId, systemId, locale]),
  )
}

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
function menuOf(nodes: readonly Node[], appId: string): MenuNode[] {
  if (!nodes.some((node) => node.id === appId)) throw notPermitted()
  const byParent = new Map<string | null, Node[]>()
  for (const node of nodes) byParent.set(node.pid, [...(byParent.get(node.pid) ?? []), node])
  const under = (parent: string): MenuNode[] =>
    (byParent.get(parent) ?? [])
      .filter((node) => node.type !== buttonType)
      .map((node) => ({
        id: node.id,
        systemId: node.app_id,
        name: node.name,
        code: node.code,
        path: node.path,
        type: node.type,
        icon: node.icon,
        sort: node.sort,
        component: node.component,
        linkUrl: node.link_url,
        iFrame: node.i_frame === '1',
        discoverType: node.discover_type,
        insideFlag: node.inside_flag,
        btns: buttonsUnder(node.id),
        children: under(node.id),
      }))
  const buttonsUnder = (page: string): string[] =>
    (byParent.get(page) ?? []).flatMap((node) =>
      node.type === buttonType ? [node.code, ...buttonsUnder(node.id)] : [],
    )
  return under(appId)
}

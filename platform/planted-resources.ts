import { nodeTypes } from '#contracts/menu'
import type { Queries } from '#platform/db/schema'
import type { NodeRow } from './application-tree.ts'

/** Puts pages and their buttons into the pool, as a discovery of their systems would. Gives the resources' ids by node. */
export async function plantResources(
  db: Queries,
  newId: () => string,
  nodes: readonly NodeRow[],
): Promise<Map<string, string>> {
  const pages = new Map(nodes.filter(({ type }) => type === nodeTypes.menu).map((page) => [page.id, page]))
  const pageOf = (node: NodeRow) => pages.get(node.id) ?? pages.get(node.pid ?? '')
  const found = nodes.filter((node) => pageOf(node) !== undefined)
  const ids = new Map(found.map((node) => [node.id, newId()]))
  await db
    .insertInto('pool_resource')
    .values(
      found.map((node) => ({
        id: ids.get(node.id) ?? '',
        // The first segment of a code names its system (specification section 3).
        system_code: pageOf(node)?.code.split('.')[0] ?? '',
        pid: pages.has(node.id) ? null : (ids.get(node.pid ?? '') ?? null),
        type: node.type,
        method: node.method,
        name: node.name,
        path: node.path,
        code: node.code,
        sort: node.sort,
        created_time: node.created_time,
      })),
    )
    .execute()
  return ids
}

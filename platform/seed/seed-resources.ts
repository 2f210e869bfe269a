import { pathKey } from '#contracts/collected'
import { nodeTypes } from '#contracts/menu'
import { systemOf } from '#contracts/permission'
import type { Queries } from '#platform/kernel/db/schema'
import type { NodeRow } from './missing-nodes.ts'

interface PageNode {
  id: string
  code: string
  type: number
}

/**
 * Puts pages and their buttons into the pool, as a discovery of their systems would; what it has already stays.
 * `standing` are nodes that hang in the tree already. Gives the resources' ids by node.
 */
export async function seedResources(
  db: Queries,
  newId: () => string,
  nodes: readonly NodeRow[],
  standing: readonly PageNode[] = [],
): Promise<Map<string, string>> {
  const isPage = ({ type }: PageNode) => type === nodeTypes.menu
  const pages = new Map([...standing, ...nodes].filter(isPage).map((page) => [page.id, page]))
  const pageOf = (node: NodeRow) => pages.get(node.id) ?? pages.get(node.pid ?? '')
  const found = nodes.filter((node) => pageOf(node) !== undefined)
  if (found.length === 0) return new Map()
  const systems = new Set(Array.from(pages.values(), ({ code }) => systemOf(code)))
  const pool = await db
    .selectFrom('pool_resource')
    .where('system_code', 'in', [...systems])
    .select(['id', 'code', 'method', 'path'])
    .execute()
  const byCode = new Map(pool.map(({ code, id }) => [code, id]))
  const paths = new Set(pool.map(pathKey))
  const fresh = found.filter(({ code }) => !byCode.has(code))
  for (const { code } of fresh) byCode.set(code, newId())
  if (fresh.length > 0) {
    await db
      .insertInto('pool_resource')
      .values(
        fresh.map((node) => {
          const page = pageOf(node)
          const { type, method, name, code, sort, created_time } = node
          return {
            ...{ type, method, name, code, sort, created_time },
            id: byCode.get(code) ?? '',
            system_code: page === undefined ? '' : systemOf(page.code),
            pid: page === undefined || page.id === node.id ? null : (byCode.get(page.code) ?? null),
            path: paths.has(pathKey(node)) ? null : node.path,
          }
        }),
      )
      .execute()
  }
  return new Map(found.map(({ id, code }) => [id, byCode.get(code) ?? '']))
}

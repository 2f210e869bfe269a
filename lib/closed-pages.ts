import { consolePages } from './console-pages'
import type { FlatTree } from './permission-tree'

/**
 * The console's pages of which something is granted, but not what opens them: whoever has nothing else cannot get at it.
 * @param ids what is granted
 */
export function closedPages(tree: FlatTree, ids: readonly string[]): ReadonlySet<number> {
  const granted = new Set(ids)
  const closed = consolePages.flatMap(({ code, permissions }) => {
    const page = tree.code.indexOf(code)
    if (page < 0) return []
    const below = tree.code.slice(page + 1, tree.end[page])
    const held = below.filter((_, at) => granted.has(tree.id[page + 1 + at] ?? ''))
    return held.length > 0 && !held.some((one) => permissions.includes(one)) ? [page] : []
  })
  return new Set(closed)
}

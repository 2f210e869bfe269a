import { pageWithCode } from './console-pages'
import type { FlatTree } from './permission-tree'

/**
 * The console's pages of which something is granted, but not what opens them: whoever has nothing else cannot get at it.
 * @param ids what is granted
 */
export function closedPages(tree: FlatTree, ids: readonly string[]): ReadonlySet<number> {
  const granted = new Set(ids)
  const isClosed = (code: string, page: number) => {
    const opening = pageWithCode(code)?.permissions
    if (opening === undefined) return false
    const below = tree.code.slice(page + 1, tree.end[page])
    const held = below.filter((_, at) => granted.has(tree.id[page + 1 + at] ?? ''))
    return held.length > 0 && !held.some((one) => opening.includes(one))
  }
  return new Set(tree.code.flatMap((code, at) => (isClosed(code, at) ? [at] : [])))
}

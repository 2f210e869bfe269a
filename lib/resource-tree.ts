import type { PoolNode } from '#contracts/apply'
import { defaultLocale, type Locale } from './i18n/locale'
import { nodeName } from './node-name'
import { type FlatTree, flattenBy } from './permission-tree'
import { loggedSystem } from './system-name'

/** The level that an application takes from: systems stand above it, what comes along with a resource below. */
const takenLevel = 2

/**
 * The pool of resources as a tree to choose from: what another application has taken cannot be chosen again, and of
 * systems that are not the person's to change nothing that the application does not hold already.
 * @param own what the application holds already; its own name on these is no hindrance
 */
export function flattenPool(
  roots: readonly PoolNode[],
  own: readonly string[],
  locale: Locale = defaultLocale,
): FlatTree {
  const mine = new Set(own)
  const ownerOf = (node: PoolNode) =>
    mine.has(node.id) ? null : loggedSystem(node.applicationName, locale) || null
  const isLocked = ({ isControl }: PoolNode) => isControl === 0
  const locked = new Set(
    roots.filter(isLocked).flatMap(({ children }) => children?.map(({ id }) => id) ?? []),
  )
  const rank = (node: PoolNode) => {
    const { children } = node
    if (children?.some((child) => mine.has(child.id))) return 0
    if (!isLocked(node) && children?.some((child) => ownerOf(child) === null)) return 1
    return children?.length ? 2 : 3
  }
  // Many systems have nothing to take; those that do would drown among them.
  const ordered = roots.toSorted((one, other) => rank(one) - rank(other))
  const traitsOf = (node: PoolNode, level: number) => {
    const takenBy = level === takenLevel ? ownerOf(node) : null
    const isFree = takenBy === null && (mine.has(node.id) || !locked.has(node.id))
    const choosable = level === takenLevel && isFree
    return { choosable, boxed: level <= takenLevel, takenBy, locked: level === 1 && isLocked(node) }
  }
  return flattenBy(ordered, traitsOf, ({ name, code }) => nodeName({ name, code }, locale))
}

/**
 * What an application holds with these chosen. Of what it holds already, some stands where nothing is chosen: discovery has moved
 * it below another page. It stays, unless that page is taken or given back, along with all below it.
 */
export function heldResources(tree: FlatTree, ids: readonly string[], stored: readonly string[]): string[] {
  const chosen = resourceIds(tree, ids)
  const shown = new Set(resourceIds(tree, stored))
  const isSteady = (id: string | undefined) => id === undefined || shown.has(id) === chosen.includes(id)
  const kept = stored.filter((id) => !shown.has(id) && isSteady(takenAbove(tree, id)))
  return [...kept, ...chosen]
}

function takenAbove(tree: FlatTree, id: string): string | undefined {
  let at = tree.id.indexOf(id)
  while (at >= 0 && tree.level[at] !== takenLevel) at = tree.parent[at] ?? -1
  return tree.id[at]
}

/** Those of `ids` that are resources to take: what `resourceIdList` holds (section 5). */
export function resourceIds(tree: FlatTree, ids: readonly string[]): string[] {
  const takeable = new Set(tree.id.filter((_, at) => tree.choosable[at]))
  return ids.filter((id) => takeable.has(id))
}

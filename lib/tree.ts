/**
 * Where the nodes of a tree stand, flat: nodes in the order in which they show, so that a node's descendants are the run
 * behind it. Walking, counting and searching are then loops over numbers, quick enough for trees of many thousands.
 */
export interface TreeShape {
  size: number
  /** 1 for roots. */
  level: readonly number[]
  /** -1 for roots. */
  parent: readonly number[]
  /** The first node behind the descendants. */
  end: readonly number[]
  /** Place among the siblings, from 1, and their number. */
  place: readonly number[]
  siblings: readonly number[]
}

/** A tree that people see and search. */
export interface NamedTree extends TreeShape {
  id: readonly string[]
  name: readonly string[]
}

/** The shape that a list of levels, in the order in which the nodes show, describes. */
export function shapeOf(level: readonly number[]): TreeShape {
  const size = level.length
  const parent: number[] = []
  const place: number[] = []
  const end = new Array<number>(size).fill(size)
  /** The way to the node, one a level. */
  const way: number[] = []
  /** How many children a node has so far; the roots' number stands first. */
  const children = new Array<number>(size + 1).fill(0)
  for (let at = 0; at < size; at += 1) {
    while (way.length >= (level[at] ?? 1)) end[way.pop() ?? 0] = at
    const above = way.at(-1) ?? -1
    const number = (children[above + 1] ?? 0) + 1
    children[above + 1] = number
    parent.push(above)
    place.push(number)
    way.push(at)
  }
  return { size, level, parent, end, place, siblings: parent.map((above) => children[above + 1] ?? 1) }
}

export function isParent(tree: Pick<TreeShape, 'end'>, at: number): boolean {
  return (tree.end[at] ?? 0) > at + 1
}

/** The root above a node. */
export function rootOf(tree: Pick<TreeShape, 'parent'>, at: number): number {
  let root = at
  while ((tree.parent[root] ?? -1) >= 0) root = tree.parent[root] ?? -1
  return root
}

/** The nodes that show, in order: those whose parents are all open. */
export function visibleNodes(
  tree: Pick<TreeShape, 'size' | 'end'>,
  isOpen: (at: number) => boolean,
): number[] {
  const visible: number[] = []
  for (let at = 0; at < tree.size; ) {
    visible.push(at)
    at = isOpen(at) ? at + 1 : (tree.end[at] ?? at + 1)
  }
  return visible
}

/** What a search in a tree found: by node, 1 or 0. */
export interface Found {
  /** What matches, the way to it, and what is below it. */
  kept: Uint8Array
  /** What has a match below it: open at first. */
  leads: Uint8Array
}

/** @param texts what is searched, in lower case, a text a node */
export function searchTree(
  tree: Pick<TreeShape, 'size' | 'parent' | 'end'>,
  texts: readonly string[],
  text: string,
): Found {
  const wanted = text.trim().toLowerCase()
  const kept = new Uint8Array(tree.size)
  const leads = new Uint8Array(tree.size)
  /** The first node behind those below a match. */
  let end = 0
  for (let at = 0; at < tree.size; at += 1) {
    const isMatch = texts[at]?.includes(wanted) === true
    if (isMatch) end = Math.max(end, tree.end[at] ?? 0)
    if (at < end) kept[at] = 1
    if (!isMatch) continue
    for (let up = tree.parent[at] ?? -1; up >= 0 && leads[up] === 0; up = tree.parent[up] ?? -1) {
      kept[up] = 1
      leads[up] = 1
    }
  }
  return { kept, leads }
}

/** Of these the nodes that show, in order. */
export function foundNodes(
  tree: Pick<TreeShape, 'size' | 'end'>,
  { kept, leads }: Found,
  isOpen = (at: number) => leads[at] === 1,
): number[] {
  return visibleNodes(tree, (at) => kept[at] === 1 && isOpen(at)).filter((at) => kept[at] === 1)
}

/** What a search in a tree looks at: names and codes, in lower case. */
export function searchTexts(
  names: readonly string[],
  codes: readonly (string | null | undefined)[],
): string[] {
  return names.map((name, at) => `${name} ${codes[at] ?? ''}`.toLowerCase())
}

/** A node as the platform answers it, as far as the tree needs it. */
export interface TreeNode {
  id: string
  name: string
  code?: string | null
  type: number
  children?: readonly TreeNode[] | null
}

/**
 * A permission tree, flat: nodes in the order in which they show, so that a node's descendants are the run behind it.
 * Checking, counting and searching are then loops over numbers, quick enough for trees of many thousands.
 */
export interface FlatTree {
  size: number
  id: string[]
  name: string[]
  /** What a search looks in, in lower case. */
  text: string[]
  /** 1 for roots. */
  level: number[]
  /** -1 for roots. */
  parent: number[]
  /** The first node behind the descendants. */
  end: number[]
  /** Place among the siblings, from 1, and their number. */
  place: number[]
  siblings: number[]
  /** What is really chosen; boxes above it stand for all of it below them. */
  choosable: boolean[]
  /** Whether it has a box; nodes without one only tell what is there. */
  boxed: boolean[]
  /** Who has it already, which is why it cannot be chosen. */
  takenBy: (string | null)[]
  /** How many choosable nodes stand at and below it. */
  total: number[]
}

const buttonType = 3
/** Deeper trees than any platform has, or one that contains itself, end here. */
const deepest = 100

export interface Traits {
  choosable: boolean
  boxed: boolean
  takenBy: string | null
}

/** Without children, and type 3: what is really granted. Others without children cannot be chosen (section 5). */
export function flatten(roots: readonly TreeNode[]): FlatTree {
  return flattenBy(roots, ({ children, type }) => ({
    choosable: !children?.length && type === buttonType,
    boxed: true,
    takenBy: null,
  }))
}

interface Branch<Node> {
  id: string
  name: string
  code?: string | null
  children?: readonly Node[] | null
}

/** @param traitsOf what can be done with a node of a level (1 for roots) */
export function flattenBy<Node extends Branch<Node>>(
  roots: readonly Node[],
  traitsOf: (node: Node, level: number) => Traits,
): FlatTree {
  const tree: FlatTree = {
    size: 0,
    id: [],
    name: [],
    text: [],
    level: [],
    parent: [],
    end: [],
    place: [],
    siblings: [],
    choosable: [],
    boxed: [],
    takenBy: [],
    total: [],
  }
  const visit = (nodes: readonly Node[], parent: number, level: number) => {
    for (const [index, node] of nodes.entries()) {
      const at = tree.size
      tree.size += 1
      const children = level < deepest ? (node.children ?? []) : []
      tree.id.push(node.id)
      tree.name.push(node.name)
      tree.text.push(`${node.name} ${node.code ?? ''}`.toLowerCase())
      tree.level.push(level)
      tree.parent.push(parent)
      tree.place.push(index + 1)
      tree.siblings.push(nodes.length)
      const traits = traitsOf(node, level)
      tree.choosable.push(traits.choosable)
      tree.boxed.push(traits.boxed)
      tree.takenBy.push(traits.takenBy)
      tree.total.push(0)
      tree.end.push(0)
      visit(children, at, level + 1)
      tree.end[at] = tree.size
    }
  }
  visit(roots, -1, 1)
  for (let at = tree.size - 1; at >= 0; at -= 1) {
    if (tree.choosable[at]) tree.total[at] = 1
    const parent = tree.parent[at] ?? -1
    if (parent >= 0) tree.total[parent] = (tree.total[parent] ?? 0) + (tree.total[at] ?? 0)
  }
  return tree
}

/** How many of the choosable nodes at and below each node are chosen. */
export type Chosen = readonly number[]

/** @param ids the checked nodes of a role; parents among them follow from their children */
export function chosenOf(tree: FlatTree, ids: Iterable<string>): Chosen {
  const wanted = new Set(ids)
  return counted(tree, (at) => wanted.has(tree.id[at] ?? ''))
}

function counted(tree: FlatTree, isChosen: (at: number) => boolean): number[] {
  const counts = new Array<number>(tree.size).fill(0)
  for (let at = tree.size - 1; at >= 0; at -= 1) {
    if (tree.choosable[at] && isChosen(at)) counts[at] = 1
    const parent = tree.parent[at] ?? -1
    if (parent >= 0) counts[parent] = (counts[parent] ?? 0) + (counts[at] ?? 0)
  }
  return counts
}

export type Check = 'none' | 'some' | 'all'

export function checkOf(tree: FlatTree, chosen: Chosen, at: number): Check {
  const count = chosen[at] ?? 0
  if (count === 0) return 'none'
  return count === tree.total[at] ? 'all' : 'some'
}

/** Checks the node and all below it, or unchecks them when all are checked. */
export function toggled(tree: FlatTree, chosen: Chosen, at: number): Chosen {
  const on = checkOf(tree, chosen, at) !== 'all'
  const end = tree.end[at] ?? at + 1
  return counted(tree, (other) => (other >= at && other < end ? on : chosen[other] === 1))
}

/** The ids of all checked nodes, fully checked parents included: what `resourceIdList` holds. */
export function checkedIds(tree: FlatTree, chosen: Chosen): string[] {
  return tree.id.filter((_, at) => checkOf(tree, chosen, at) === 'all')
}

/** Whether a node can be checked at all. */
export function isChoosable(tree: FlatTree, at: number): boolean {
  return (tree.total[at] ?? 0) > 0
}

/** The nodes that show, in order: those whose parents are all open. */
export function visibleNodes(
  tree: Pick<FlatTree, 'size' | 'end'>,
  isOpen: (at: number) => boolean,
): number[] {
  const visible: number[] = []
  for (let at = 0; at < tree.size; ) {
    visible.push(at)
    at = isOpen(at) ? at + 1 : (tree.end[at] ?? at + 1)
  }
  return visible
}

/** The nodes that match a search, with the way to each of them. */
export function foundNodes(tree: Pick<FlatTree, 'size' | 'text' | 'parent'>, text: string): number[] {
  const wanted = text.trim().toLowerCase()
  const keep = new Uint8Array(tree.size)
  for (let at = 0; at < tree.size; at += 1) {
    if (!tree.text[at]?.includes(wanted)) continue
    for (let up = at; up >= 0 && keep[up] === 0; up = tree.parent[up] ?? -1) keep[up] = 1
  }
  const found: number[] = []
  for (let at = 0; at < tree.size; at += 1) if (keep[at]) found.push(at)
  return found
}

/**
 * The ids of a role that this tree cannot change: pages without buttons, and nodes that the person does not see. They
 * stay as they are.
 */
export function untouchedIds(tree: FlatTree, ids: readonly string[]): string[] {
  const changeable = new Set(tree.id.filter((_, at) => isChoosable(tree, at)))
  return ids.filter((id) => !changeable.has(id))
}

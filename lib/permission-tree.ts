import { nodeTypes } from '#contracts/menu'
import type { Locale } from './i18n/locale'
import { nodeName } from './node-name'
import { type NamedTree, searchTexts, shapeOf, type TreeShape } from './tree'

/** A node as the platform answers it, as far as the tree needs it. */
export interface TreeNode {
  id: string
  name: string
  nameEn?: string | null | undefined
  code?: string | null
  type: number
  children?: readonly TreeNode[] | null
}

/** A tree to check nodes of. */
export interface FlatTree extends NamedTree {
  code: string[]
  /** What a search looks in, in lower case. */
  text: string[]
  /** What is really chosen; boxes above it stand for all of it below them. */
  choosable: boolean[]
  /** Whether it has a box; nodes without one only tell what is there. */
  boxed: boolean[]
  /** Who has it already, which is why it cannot be chosen. */
  takenBy: (string | null)[]
  /** Nobody's to choose from but super administrators'. */
  locked: boolean[]
  /** How many choosable nodes stand at and below it. */
  total: number[]
}

/** Deeper trees than any platform has, or one that contains itself, end here. */
const deepest = 100

interface Traits {
  choosable: boolean
  boxed: boolean
  takenBy: string | null
  locked?: boolean
}

/** Buttons without children: what is really granted. Others without children cannot be chosen (section 5). */
export function flatten(roots: readonly TreeNode[], locale: Locale): FlatTree {
  const traitsOf = ({ children, type }: TreeNode) => ({
    choosable: !children?.length && type === nodeTypes.button,
    boxed: true,
    takenBy: null,
  })
  return flattenBy(roots, traitsOf, (node) => nodeName(node, locale))
}

interface Branch<Node> {
  id: string
  name: string
  code?: string | null
  children?: readonly Node[] | null
}

/**
 * @param traitsOf what can be done with a node of a level (1 for roots)
 * @param nameOf what it is called; a search finds it by that and by its own name
 */
export function flattenBy<Node extends Branch<Node>>(
  roots: readonly Node[],
  traitsOf: (node: Node, level: number) => Traits,
  nameOf = ({ name }: Node) => name,
): FlatTree {
  const nodes: Node[] = []
  const level: number[] = []
  const visit = (siblings: readonly Node[], depth: number) => {
    for (const node of siblings) {
      nodes.push(node)
      level.push(depth)
      if (depth < deepest) visit(node.children ?? [], depth + 1)
    }
  }
  visit(roots, 1)
  const shape = shapeOf(level)
  const traits = nodes.map((node, at) => traitsOf(node, level[at] ?? 1))
  const names = nodes.map(nameOf)
  const others = nodes.map(({ name, code }, at) => (name === names[at] ? code : `${name} ${code ?? ''}`))
  return {
    ...shape,
    id: nodes.map(({ id }) => id),
    name: names,
    code: nodes.map(({ code }) => code ?? ''),
    text: searchTexts(names, others),
    choosable: traits.map(({ choosable }) => choosable),
    boxed: traits.map(({ boxed }) => boxed),
    takenBy: traits.map(({ takenBy }) => takenBy),
    locked: traits.map(({ locked = false }) => locked),
    total: sumsOf(shape, (at) => traits[at]?.choosable === true),
  }
}

/** How many nodes at and below each node are counted. */
function sumsOf({ size, parent }: TreeShape, isCounted: (at: number) => boolean): number[] {
  const sums = new Array<number>(size).fill(0)
  for (let at = size - 1; at >= 0; at -= 1) {
    if (isCounted(at)) sums[at] = 1
    const above = parent[at] ?? -1
    if (above >= 0) sums[above] = (sums[above] ?? 0) + (sums[at] ?? 0)
  }
  return sums
}

/** How many of the choosable nodes at and below each node are chosen. */
export type Chosen = readonly number[]

/** @param ids the checked nodes of a role; parents among them follow from their children */
export function chosenOf(tree: FlatTree, ids: Iterable<string>): Chosen {
  const wanted = new Set(ids)
  return counted(tree, (at) => wanted.has(tree.id[at] ?? ''))
}

function counted(tree: FlatTree, isChosen: (at: number) => boolean): number[] {
  return sumsOf(tree, (at) => tree.choosable[at] === true && isChosen(at))
}

/** How many of the choosable nodes at and below each node one choice has beyond another. */
export function addedTo(tree: FlatTree, saved: Chosen, chosen: Chosen): readonly number[] {
  return counted(tree, (at) => chosen[at] === 1 && saved[at] !== 1)
}

export type Check = 'none' | 'some' | 'all'

export function checkOf(tree: FlatTree, chosen: Chosen, at: number): Check {
  const count = chosen[at] ?? 0
  if (count === 0) return 'none'
  return count === tree.total[at] ? 'all' : 'some'
}

/**
 * Checks the node and all below it, or unchecks them when all are checked.
 * @param shows whether a search leaves a node: what it hides stays as it is
 */
export function toggled(
  tree: FlatTree,
  chosen: Chosen,
  at: number,
  shows: (at: number) => boolean = () => true,
): Chosen {
  const end = tree.end[at] ?? at + 1
  const isMeant = (other: number) => other >= at && other < end && shows(other)
  const on = tree.choosable.some((choosable, other) => choosable && isMeant(other) && chosen[other] !== 1)
  return counted(tree, (other) => (isMeant(other) ? on : chosen[other] === 1))
}

/** The ids of all checked nodes, fully checked parents included: what `resourceIdList` holds. */
export function checkedIds(tree: FlatTree, chosen: Chosen): string[] {
  return tree.id.filter((_, at) => checkOf(tree, chosen, at) === 'all')
}

/** The name of what is really granted, with that above it; nothing for what only stands for others, or is not in the tree. */
export function leafName(tree: FlatTree, id: string): string | undefined {
  const at = tree.id.indexOf(id)
  return tree.choosable[at] ? nameWithParent(tree, at) : undefined
}

export function nameWithParent(tree: FlatTree, at: number): string {
  const name = tree.name[at] ?? ''
  const above = tree.name[tree.parent[at] ?? -1]
  return above === undefined ? name : `${above} / ${name}`
}

/** Whether a node can be checked at all. */
export function isChoosable(tree: FlatTree, at: number): boolean {
  return (tree.total[at] ?? 0) > 0
}

/**
 * The ids of a role that this tree cannot change: pages without buttons, and nodes that the person does not see. They
 * stay as they are.
 */
export function untouchedIds(tree: FlatTree, ids: readonly string[]): string[] {
  const changeable = new Set(tree.id.filter((_, at) => isChoosable(tree, at)))
  return ids.filter((id) => !changeable.has(id))
}

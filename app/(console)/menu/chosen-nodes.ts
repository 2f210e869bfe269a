import { nodeTypes } from '#contracts/menu'
import { type MenuTree, shownName, systemOf } from '#lib/menu-tree'
import { isParent } from '#lib/tree'

/** A node that something is to be done with. */
export interface ChosenNode {
  id: string
  name: string
  enabled: boolean
  /** It can be switched, and not be deleted. */
  isBuiltIn: boolean
  /** The application that it belongs to. */
  systemId: string
}

type ChosenNodes = ReadonlyMap<string, ChosenNode>

/** Applications are switched and deleted on their own page. */
export function isChoice(tree: MenuTree, at: number): boolean {
  return tree.type[at] !== nodeTypes.application
}

/** Those of some nodes that can be chosen, children before what they hang on: each can then be deleted by itself. */
export function chosenNodes(tree: MenuTree, nodes: readonly number[]): ChosenNodes {
  const end = (at: number) => tree.end[at] ?? 0
  const free = nodes.filter((at) => isChoice(tree, at) && tree.lock[at] !== 'control')
  return new Map(
    free
      .toSorted((one, other) => end(one) - end(other) || other - one)
      .map((at) => {
        const id = tree.id[at] ?? ''
        const enabled = tree.enabled[at] ?? true
        const isBuiltIn = tree.lock[at] === 'builtIn'
        return [id, { id, name: shownName(tree, at), enabled, isBuiltIn, systemId: systemOf(tree, at) }]
      }),
  )
}

/** All that a search found, without what only shows because it leads there. */
export function foundNodes(tree: MenuTree, searched: string): number[] {
  const wanted = searched.toLowerCase()
  const found: number[] = []
  /** The first node behind those below one that was found. */
  let end = 0
  for (let at = 0; at < tree.size; at += 1) {
    const names = [tree.name[at], tree.shown[at]]
    const isFound = names.some((name) => name?.toLowerCase().includes(wanted))
    if (isFound) end = Math.max(end, tree.end[at] ?? 0)
    // What else a platform searches in is not known: a leaf is there for itself.
    if (at < end || !isParent(tree, at)) found.push(at)
  }
  return found
}

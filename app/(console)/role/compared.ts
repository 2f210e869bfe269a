import { type FlatTree, nameWithParent } from '#lib/permission-tree'
import { isParent } from '#lib/tree'

interface Row {
  id: string
  name: string
  left: boolean
  right: boolean
}

/**
 * What two roles grant, of what these trees show, and how many nodes beyond them only one of the roles holds: a person is shown
 * what they may grant, and is told all that a role holds.
 */
export function compared(
  trees: readonly FlatTree[],
  left: readonly string[],
  right: readonly string[],
): { rows: Row[]; unseen: number } {
  const [inLeft, inRight] = [new Set(left), new Set(right)]
  const rows = new Map<string, Row>()
  const known = new Set<string>()
  for (const tree of trees) {
    tree.id.forEach((id, at) => {
      known.add(id)
      // What only stands for what is below it grants nothing more.
      if (isParent(tree, at)) return
      rows.set(id, { id, name: nameWithParent(tree, at), left: inLeft.has(id), right: inRight.has(id) })
    })
  }
  const unseen = [...new Set([...left, ...right])].filter(
    (id) => inLeft.has(id) !== inRight.has(id) && !known.has(id),
  )
  return { rows: [...rows.values()], unseen: unseen.length }
}

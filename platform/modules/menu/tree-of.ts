import type { Node } from './record.ts'

/**
 * The rows of `nodes` as a tree, siblings in the order given. A node whose parent is not among them is left out; the
 * applications, which have none, are the roots.
 */
export function treeOf<Row extends object>(
  nodes: readonly Node[],
  rowOf: (node: Node) => Row,
): (Row & { children: Row[] })[] {
  const below = byParent(nodes)
  const under = (parent: string | null): (Row & { children: Row[] })[] =>
    (below.get(parent) ?? []).map((node) => ({ ...rowOf(node), children: under(node.id) }))
  return under(null)
}

/** The nodes whose name contains `text`, with the way to them and everything below them. */
export function foundNodes(nodes: readonly Node[], text: string): Node[] {
  const wanted = text.toLowerCase()
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const hits = new Set(nodes.filter((node) => node.name.toLowerCase().includes(wanted)))
  const ways = new Set<Node>()
  for (const hit of hits) {
    for (let at: Node | undefined = hit; at !== undefined && !ways.has(at); at = byId.get(at.pid ?? '')) {
      ways.add(at)
    }
  }
  const within = new Map<Node, boolean>()
  const isWithin = (node: Node | undefined): boolean => {
    if (node === undefined) return false
    const known = within.get(node)
    if (known !== undefined) return known
    const answer = hits.has(node) || isWithin(byId.get(node.pid ?? ''))
    within.set(node, answer)
    return answer
  }
  return nodes.filter((node) => ways.has(node) || isWithin(node))
}

/** Siblings in the order given, by the id of what they stand under. */
export function byParent(nodes: readonly Node[]): Map<string | null, Node[]> {
  const below = new Map<string | null, Node[]>()
  for (const node of nodes) {
    const siblings = below.get(node.pid)
    if (siblings === undefined) below.set(node.pid, [node])
    else siblings.push(node)
  }
  return below
}

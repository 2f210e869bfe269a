import { nodeTypes } from '#contracts/menu'
import type { ApplicationSeed, SeedNode } from './seed-node.ts'
import type { StandingNode, StandingNodes } from './standing-nodes.ts'

export interface NodeRow {
  id: string
  app_id: string
  pid: string | null
  code: string
  name: string
  name_en: string | null
  type: number
  path: string | null
  component: string | null
  icon: string | null
  method: string | null
  sort: number
  enabled: boolean
  inside_flag: string
  created_time: Date
}

export interface Missing {
  /** The rows that are to come, parents first. */
  rows: NodeRow[]
  /** The ids of all nodes by code, the application's own included. */
  ids: Map<string, string>
  /** The codes that somebody else's nodes have: these, and all below them, are left out. */
  taken: string[]
}

/** What of an application's tree does not stand yet, each node below its parent, wherever that was moved to. */
export function missingNodes(
  application: ApplicationSeed,
  standing: StandingNodes,
  now: Date,
  newId: () => string,
): Missing {
  const missing: Missing = { rows: [], ids: new Map(), taken: [] }
  const { code, name, sort, insideFlag, below } = application
  const own = { enabled: true, inside_flag: insideFlag, created_time: now }
  const nothing = { name_en: null, path: null, component: null, icon: null, method: null }

  /** The node itself, made where it is missing; nothing where its code is somebody else's. */
  const nodeOf = (code: string, make: () => NodeRow): StandingNode | NodeRow | undefined => {
    const known = standing.withCode(code)
    if (known !== undefined && known.inside_flag !== insideFlag) {
      missing.taken.push(code)
      return undefined
    }
    const node = known ?? make()
    if (known === undefined) missing.rows.push(node as NodeRow)
    missing.ids.set(code, node.id)
    return node
  }
  const grow = (parent: StandingNode | NodeRow, nodes: readonly SeedNode[]) => {
    let last = 0
    for (const { below = [], type, nameEn = null, ...seedNode } of nodes) {
      const node = nodeOf(seedNode.code, () => ({
        ...{ ...own, ...nothing, ...seedNode },
        name_en: nameEn,
        ...{ id: newId(), app_id: parent.app_id, pid: parent.id, type: nodeTypes[type] },
        sort: standing.sortBehind(parent.id, last),
      }))
      if (node === undefined) continue
      if (node.pid === parent.id) last = node.sort
      grow(node, below)
    }
  }
  const root = nodeOf(code, () => {
    const id = newId()
    return { ...own, ...nothing, id, app_id: id, pid: null, code, name, sort, type: nodeTypes.application }
  })
  if (root !== undefined) grow(root, below)
  return missing
}

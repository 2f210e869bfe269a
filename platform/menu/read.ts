import * as menus from '#contracts/menu'
import { covers, scopeOf } from '#platform/authority'
import type { Routes } from '#platform/http/call'
import { versionOf } from '#platform/http/edition'
import { handle } from '#platform/http/handle'
import { foundNodes, type Node, treeOf } from './tree-of.ts'
import { managedNodes, type Reach, stateOf } from './visible.ts'

const writes = [menus.add, menus.update, menus.remove, menus.updateEnable]
const writePermissions = writes.flatMap((endpoint) => endpoint.permissions)
const { application, directory, menu } = menus.nodeTypes

export function readRoutes(routes: Routes): void {
  handle(routes, menus.tree, async (call) => {
    const { now, query } = call
    const nodes = await sorted(call)
    const isControl = (await mayWrite(call)) ? 1 : 0
    const byId = new Map(nodes.map((node) => [node.id, node]))
    return treeOf(query.searchStr ? foundNodes(nodes, query.searchStr) : nodes, (node) => ({
      ...rowOf(node, byId),
      isControl,
      version: versionOf(stateOf(node, byId.get(node.pid ?? '') ?? node), now),
    }))
  })

  handle(routes, menus.parentTree, async (call) => {
    const { isShowMenu = false, isShowChildren = true } = call.query
    const parents = isShowMenu ? [application, directory, menu] : [application, directory]
    const types: readonly number[] = isShowChildren ? parents : [application]
    const nodes = (await sorted(call)).filter((node) => types.includes(node.type))
    const byId = new Map(nodes.map((node) => [node.id, node]))
    return treeOf(nodes, (node) => rowOf(node, byId))
  })
}

function sorted(reach: Reach): Promise<Node[]> {
  return managedNodes(reach).orderBy('n.sort').orderBy('n.id').selectAll('n').execute()
}

/** Whether any button of a row would work for the caller. */
async function mayWrite({ db, person, business }: Reach): Promise<boolean> {
  return covers(await scopeOf(db, person, writePermissions), business.orgId ?? '')
}

function rowOf(node: Node, byId: ReadonlyMap<string, Node>) {
  return {
    id: node.id,
    systemId: node.app_id,
    systemName: byId.get(node.app_id)?.name ?? null,
    name: node.name,
    code: node.code,
    path: node.path,
    type: node.type,
    icon: node.icon,
    sort: node.sort,
    method: node.method,
    discoverType: node.discover_type,
    description: node.description,
    enabled: node.enabled,
    insideFlag: node.inside_flag,
    pid: node.pid,
    component: node.component,
    linkUrl: node.link_url,
    iFrame: node.i_frame === '1',
    createType: node.create_type,
  }
}

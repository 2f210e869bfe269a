import * as menus from '#contracts/menu'
import { api } from '#lib/api'
import { columnsOf, hasApplication, treeFrom } from '#lib/menu-tree'

/** The list's own calls; they come with the first press. */

export function setEnabled(id: string, enabled: boolean): Promise<unknown> {
  const asked = { id, enabled: enabled ? 1 : 0 } as const
  return api(menus.updateEnable, { query: asked, body: asked })
}

export function remove(id: string, systemId: string): Promise<unknown> {
  return api(menus.remove, { params: { resourceId: id }, query: { systemId } })
}

/** Whether there is anything to add to, whatever a search shows. */
export async function findApplication(): Promise<boolean> {
  const roots = await api(menus.parentTree, { query: { isShowMenu: 0, isShowChildren: 0 } })
  return hasApplication(treeFrom(columnsOf(roots)))
}

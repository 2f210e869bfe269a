import { codes } from '#contracts/envelope'
import * as menus from '#contracts/menu'
import { api } from '#lib/api'
import { CallError } from '#lib/request'

/** Whether there is anything to add to, whatever a search shows. */
export async function findApplication(): Promise<boolean> {
  const roots = await readParents({ isShowMenu: 0, isShowChildren: 0 })
  return roots.some(({ type, isControl }) => type === menus.nodeTypes.application && isControl !== 0)
}

/**
 * What entries hang below, among others: of a platform without a tree of parents, all of the menu.
 * @throws CallError where it cannot be read
 */
export async function readParents(query: { isShowMenu: 0 | 1; isShowChildren: 0 | 1 }) {
  try {
    return await api(menus.parentTree, { query })
  } catch (fault) {
    if (!(fault instanceof CallError && fault.code === codes.notFound)) throw fault
    return api(menus.tree, { query: {} })
  }
}

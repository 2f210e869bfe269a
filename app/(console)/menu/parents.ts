import { codes } from '#contracts/envelope'
import * as menus from '#contracts/menu'
import { api } from '#lib/api'
import { CallError } from '#lib/request'

/** Why there is nothing to add to, whatever a search shows; nothing where there is. */
export async function addFault(): Promise<'noApplication' | 'applicationsLocked' | undefined> {
  const roots = await readParents({ isShowMenu: 0, isShowChildren: 0 })
  const applications = roots.filter(({ type }) => type === menus.nodeTypes.application)
  if (applications.length === 0) return 'noApplication'
  return applications.some(({ isControl }) => isControl !== 0) ? undefined : 'applicationsLocked'
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

import { nodeTypes } from '#contracts/menu'
import { systemOf } from '#contracts/permission'
import { type ResourceKey, resources } from '#contracts/registry'
import { folders, type Names, type PageDefinition, type Resource } from '#contracts/resource'
import type { MenuNode } from '#contracts/session'

/** A page of the console (specification section 2.1). */
export interface ConsolePage extends PageDefinition {
  key: ResourceKey
  name: Names
  /** Any one of these permission codes opens it: those of the call that it makes first. */
  permissions: readonly string[]
}

export const consolePages: readonly ConsolePage[] = Object.values<Resource>(resources).flatMap(
  ({ key, name, page, endpoints }) => {
    if (page === undefined) return []
    const first = endpoints[page.firstCall ?? 'list']
    if (first === undefined) throw new Error(`no call opens the page ${key}`)
    return [{ ...page, key: key as ResourceKey, name, permissions: first.permissions }]
  },
)

export function pageOf(key: ResourceKey): ConsolePage {
  const page = consolePages.find((candidate) => candidate.key === key)
  if (page === undefined) throw new Error(`no page ${key}`)
  return page
}

export function pageWithCode(code: string | null | undefined): ConsolePage | undefined {
  return consolePages.find((page) => page.code === code)
}

/** The folder of the console's pages that this code is of. */
export function folderWithCode(code: string | null | undefined) {
  return Object.values(folders).find((folder) => folder.code === code)
}

/** Paths inside the console that a person needs a system context for (GUARD-7). */
const paths = new Set(['/home', '/user/index', ...consolePages.map((page) => page.path)])
export function isConsolePath(pathname: string): boolean {
  return paths.has(pathname)
}

/** The button codes in a permission tree (specification section 4): the code list that decides what a person may do. */
export function buttonCodes(nodes: readonly MenuNode[]): string[] {
  return nodes.flatMap((node) => [
    ...(node.btns ?? []),
    ...(node.type === nodeTypes.button && node.code ? [node.code] : []),
    ...buttonCodes(node.children ?? []),
  ])
}

/**
 * The systems of which a person holds something, by the codes of pages and of what is on them. What only shows for what is below it, as every directory does, opens nothing.
 */
export function systemsIn(nodes: readonly MenuNode[]): Set<string> {
  return new Set(
    nodes.flatMap((node) => [
      ...(isHeld(node) && node.code ? [systemOf(node.code)] : []),
      ...(node.btns ?? []).map(systemOf),
      ...systemsIn(node.children ?? []),
    ]),
  )
}

const { menu, button, component } = nodeTypes
const heldTypes: readonly number[] = [menu, button, component]

function isHeld({ type, granted }: MenuNode): boolean {
  return heldTypes.includes(type) && granted !== false
}

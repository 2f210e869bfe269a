import { nodeTypes } from '#contracts/menu'
import { patterns } from '#contracts/patterns'
import type { MenuNode } from '#contracts/session'
import { type FolderKey, folders, type PageKey, pageOf, pageWithCode } from './console-pages'
import type { MenuEntry } from './menu-entry'
import { safePath } from './safe-path'

/** The titles of the console's own pages and folders, in the person's language. */
export type TitleOf = (key: PageKey | FolderKey) => string

const folderWithCode = new Map(folders.map((folder) => [folder.code, folder.key]))
/** Deeper trees than any menu shows, or a tree that contains itself, end here. */
const deepest = 12
/** The console itself: its paths have no prefix. */
const ownSystem = 'uia'

/** A super administrator's menu is built in (specification section 4). */
export function builtInMenu(title: TitleOf): MenuEntry[] {
  return folders.map((folder) => ({
    key: folder.code,
    title: title(folder.key),
    icon: folder.key,
    entries: folder.pages.map((key) => {
      const page = pageOf(key)
      return { key: page.code, title: title(key), icon: key, href: page.path }
    }),
  }))
}

/**
 * Anybody else's comes from the permission tree: directories with their pages; empty directories don't show.
 * @param registered codes of the systems whose pages the shell shows; those of others are links that leave it (NAV-3)
 */
export function menuFromTree(
  nodes: readonly MenuNode[],
  title: TitleOf,
  registered: ReadonlySet<string>,
  depth = 0,
): MenuEntry[] {
  if (depth > deepest) return []
  return [...nodes]
    .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
    .flatMap((node) => {
      if (node.type === nodeTypes.menu) return pageEntry(node, title, registered)
      // Buttons and components are parts of pages.
      if (node.type !== nodeTypes.directory && node.type !== nodeTypes.application) return []
      return folderEntry(node, title, menuFromTree(node.children ?? [], title, registered, depth + 1))
    })
}

function folderEntry(node: MenuNode, title: TitleOf, entries: MenuEntry[]): MenuEntry[] {
  if (entries.length === 0) return []
  const folder = node.code ? folderWithCode.get(node.code) : undefined
  const shown = folder ? title(folder) : node.name
  return [{ key: node.code || node.id, title: shown, icon: folder ?? (node.icon || 'folder'), entries }]
}

function pageEntry(node: MenuNode, title: TitleOf, registered: ReadonlySet<string>): MenuEntry[] {
  const page = pageWithCode(node.code)
  const key = node.code || node.id
  if (page !== undefined) return [{ key, title: title(page.key), icon: page.key, href: page.path }]
  // The first segment of a code is its system's (specification section 3).
  const system = node.code?.split('.')[0] ?? ''
  const isInside = system === ownSystem || registered.has(system)
  const external = !isInside || (node.iFrame === true && !!node.linkUrl)
  const href = external ? outerAddress(node) : innerPath(node, system)
  if (href === undefined) return []
  return [{ key, title: node.name, icon: node.icon || 'page', href, ...(external && { external }) }]
}

/** A page of a registered system stands below the system's prefix path. */
function innerPath({ path }: MenuNode, system: string): string | undefined {
  const plain = sitePath(path)
  if (plain === undefined || system === ownSystem || plain.split(/[/?#]/)[1] === system) return plain
  return safePath(`/${system}${plain}`)
}

function outerAddress({ linkUrl, path, discoverType }: MenuNode): string | undefined {
  if (linkUrl) {
    if (!patterns.linkUrl.test(linkUrl)) return undefined
    return linkUrl.startsWith('/') ? safePath(linkUrl) : linkUrl
  }
  const plain = sitePath(path)
  return String(discoverType) === '1' ? plain?.replace(/^\/(?=[^/?#])/, '/new-') : plain
}

/** A path of this site. An address of another place, or a script, is nothing to go to from a menu. */
function sitePath(path: string | null | undefined): string | undefined {
  if (!path || path.startsWith('/')) return safePath(path)
  return patterns.menuPath.test(path) ? safePath(`/${path}`) : undefined
}

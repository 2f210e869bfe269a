import { limits } from '#contracts/limits'
import { nodeTypes } from '#contracts/menu'
import { patterns } from '#contracts/patterns'
import { consoleSystem, systemOf } from '#contracts/permission'
import { folders } from '#contracts/resource'
import type { MenuNode } from '#contracts/session'
import { type ConsolePage, consolePages, folderWithCode, pageWithCode } from './console-pages'
import type { Locale } from './i18n/locale'
import type { MenuEntry } from './menu-entry'
import { nameOf, nodeName } from './node-name'
import { safePath } from './safe-path'

/** The registered systems by their codes. */
export type Registered = ReadonlyMap<string, { enabled: boolean }>

/** A super administrator's menu is built in (specification section 4). */
export function builtInMenu(locale: Locale): MenuEntry[] {
  return Object.entries(folders).map(([key, folder]) => ({
    key: folder.code,
    title: folder.name[locale],
    icon: folder.icon,
    entries: consolePages
      .filter((page) => page.folder === key)
      .map((page) => pageLink(page, page.code, locale)),
  }))
}

function pageLink(page: ConsolePage, key: string, locale: Locale): MenuEntry {
  return { key, title: page.name[locale], icon: page.icon, href: page.path }
}

/**
 * Anybody else's comes from the permission tree: directories with their pages; empty directories don't show.
 * @param registered the systems whose pages the shell shows, by their codes; those of others are links that leave it
 * (NAV-3)
 */
export function menuFromTree(
  nodes: readonly MenuNode[],
  locale: Locale,
  registered: Registered,
  above: { path?: string | null; depth: number } = { depth: 0 },
): MenuEntry[] {
  const depth = above.depth + 1
  // Deeper trees than there may be, or a tree that contains itself, end here.
  if (above.depth > limits.menuDepth) return []
  return [...nodes]
    .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
    .flatMap((node) => {
      if (node.type === nodeTypes.menu) return pageEntry(node, locale, registered, above.path)
      // Buttons and components are parts of pages.
      if (node.type !== nodeTypes.directory && node.type !== nodeTypes.application) return []
      const below = menuFromTree(node.children ?? [], locale, registered, { path: node.path, depth })
      return folderEntry(node, locale, below)
    })
}

function folderEntry(node: MenuNode, locale: Locale, entries: MenuEntry[]): MenuEntry[] {
  if (entries.length === 0) return []
  const own = folderWithCode(node.code)
  return [
    {
      key: node.code || node.id,
      title: own ? nodeName(node, locale) : nameOf(node, locale),
      icon: own ? own.icon : node.icon || 'folder',
      entries,
    },
  ]
}

function pageEntry(
  node: MenuNode,
  locale: Locale,
  registered: Registered,
  above: string | null | undefined,
): MenuEntry[] {
  const key = node.code || node.id
  const system = systemOf(node.code ?? '')
  const isLink = node.iFrame === true && !!node.linkUrl
  const isOwn = system === consoleSystem && !isLink
  const page = pageWithCode(node.code) ?? (isOwn ? pageAt(node.path, above) : undefined)
  if (page !== undefined) {
    return [{ ...pageLink(page, key, locale), title: nodeName(node, locale) }]
  }
  const isInside = system === consoleSystem || registered.has(system)
  const external = !isInside || isLink
  const href = external ? outerAddress(node) : innerPath(node, system)
  if (href === undefined) return []
  const unavailable = !external && registered.get(system)?.enabled === false
  return [
    {
      ...{ key, title: nameOf(node, locale), icon: node.icon || 'page', href },
      ...(external && { external }),
      ...(unavailable && { unavailable }),
    },
  ]
}

/** The specification names few codes of the console's pages; section 2.1: each is a folder with an index page. */
function pageAt(path: string | null | undefined, above: string | null | undefined): ConsolePage | undefined {
  const whole = [path, `${above}/${path}`].map((part) => `/${part}`.replace(/\/+/g, '/'))
  return consolePages.find((page) => whole.includes(page.path))
}

/** A page of a registered system stands below the system's prefix path; the console's own paths have none. */
function innerPath({ path }: MenuNode, system: string): string | undefined {
  const plain = sitePath(path)
  if (plain === undefined || system === consoleSystem || plain.split(/[/?#]/)[1] === system) return plain
  return safePath(`/${system}${plain}`)
}

function outerAddress({ linkUrl, path, discoverType }: MenuNode): string | undefined {
  if (linkUrl) {
    if (!patterns.linkUrl.test(linkUrl)) return undefined
    return linkUrl.startsWith('/') ? safePath(linkUrl) : linkUrl
  }
  const plain = sitePath(path)
  return discoverType === '1' ? plain?.replace(/^\/(?=[^/?#])/, '/new-') : plain
}

/** A path of this site. An address of another place, or a script, is nothing to go to from a menu. */
function sitePath(path: string | null | undefined): string | undefined {
  if (!path || path.startsWith('/')) return safePath(path)
  return patterns.menuPath.test(path) ? safePath(`/${path}`) : undefined
}

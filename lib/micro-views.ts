import { standalonePages } from '#contracts/limits'
import { entryAt, type MenuEntry } from './menu-entry'

/** A page of a sub-application that is open in the shell (SHELL-9). */
export interface MicroView {
  /** The system and the third segment of the page's code, which the view cache goes by. */
  key: string
  code: string
  /** The address that it shows, without the base path. */
  path: string
  /** The menu's name for the address; the page may give itself another. */
  title: string
  ownTitle?: string
}

/** Open views are frames in memory: the one that was left longest ago goes first. */
export const mostViews = 8

/** A page of its own outside the console, left for by a full load (GUARD-9). */
export function isStandalonePage(pathname: string): boolean {
  return standalonePages.some((path) => path === pathname)
}

export interface KnownApp {
  code: string
  name: string
}

/** The view that shows an address, or nothing where it belongs to no sub-application. */
export function viewOf(
  path: string,
  apps: readonly KnownApp[],
  entries: readonly MenuEntry[],
): MicroView | undefined {
  const pathname = path.split(/[?#]/)[0] ?? ''
  const app = isStandalonePage(pathname) ? undefined : appAt(pathname, apps)
  if (app === undefined) return undefined
  const entry = entryAt(entriesOf(app.code, entries), pathname)
  const segment = entry?.key.split('.')[2] ?? 'index'
  return { key: `${app.code}.${segment}`, code: app.code, path, title: entry?.title ?? app.name }
}

/** The sub-application that a path belongs to, by its prefix path `/{code}`. */
export function appAt<App extends { code: string }>(pathname: string, apps: readonly App[]): App | undefined {
  return apps.find(({ code }) => isBelow(pathname, `/${code}`))
}

function isBelow(pathname: string, folder: string): boolean {
  return pathname === folder || pathname.startsWith(`${folder}/`)
}

/** Those of a system, wherever they stand. */
function entriesOf(code: string, entries: readonly MenuEntry[]): MenuEntry[] {
  return entries.flatMap((entry) => {
    if (entry.entries !== undefined) return entriesOf(code, entry.entries)
    return isBelow(entry.href ?? '', `/${code}`) ? [entry] : []
  })
}

/**
 * Brings a view to the front. Tabs keep their order; `used` says which were looked at last, the latest at the end.
 */
export interface Views {
  tabs: readonly MicroView[]
  used: readonly string[]
}

/** @param isUnsaved whether there is work in it, by its key: such a view is not closed for another one */
export function showView(
  { tabs, used }: Views,
  view: MicroView,
  isUnsaved: (key: string) => boolean = () => false,
): Views & { isOver: boolean } {
  const known = tabs.find(({ key }) => key === view.key)
  const next =
    known === undefined
      ? [...tabs, view]
      : tabs.map((tab) => (tab.key === view.key ? { ...view, ownTitle: ownTitle(tab, view) } : tab))
  const order = [...used.filter((key) => key !== view.key), view.key]
  const unseen = next.filter(({ key }) => !order.includes(key)).map(({ key }) => key)
  const excess = Math.max(0, next.length - mostViews)
  const dropped = new Set<string>()
  // Asked one by one: asking is not free.
  for (const key of [...unseen, ...order.slice(0, -1)]) {
    if (dropped.size < excess && !isUnsaved(key)) dropped.add(key)
  }
  return {
    tabs: next.filter(({ key }) => !dropped.has(key)),
    used: order.filter((key) => !dropped.has(key)),
    isOver: dropped.size < excess,
  }
}

/** The tabs that there were before a reload, as far as they are still the person's to open; none of them is loaded yet. */
export function restoredViews(
  kept: readonly { path: string; ownTitle?: string }[],
  find: (path: string) => MicroView | undefined,
): Views {
  const tabs = new Map<string, MicroView>()
  for (const { path, ownTitle } of kept) {
    const view = find(path)
    if (view !== undefined) tabs.set(view.key, { ...view, ownTitle })
  }
  return { tabs: [...tabs.values()].slice(0, mostViews), used: [] }
}

/** What a page calls itself holds until it shows another one of the menu's. */
function ownTitle(tab: MicroView, next: MicroView): string | undefined {
  return tab.title === next.title ? tab.ownTitle : undefined
}

export function titleOf({ title, ownTitle }: MicroView): string {
  return ownTitle ?? title
}

export function closeView({ tabs, used }: Views, key: string): Views {
  return { tabs: tabs.filter((tab) => tab.key !== key), used: used.filter((other) => other !== key) }
}

/** Where to go when the shown view is closed: the one that was looked at before, one that is still there, or home. */
export function pathAfterClosing({ tabs, used }: Views, key: string): string {
  const others = tabs.filter((tab) => tab.key !== key)
  const previous = used.filter((other) => other !== key).at(-1)
  const next = others.find((tab) => tab.key === previous) ?? others.at(-1)
  return next?.path ?? '/home'
}

import { standalonePages } from '#contracts/limits'
import type { MenuEntry } from './menu-entry'

/** A page of a sub-application that is open in the shell (SHELL-9). */
export interface MicroView {
  /** The system and the third segment of the page's code, which the view cache goes by. */
  key: string
  code: string
  /** The address that it shows, without the base path. */
  path: string
  title: string
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
  const entry = pagesOf(entries)
    .filter(({ href = '' }) => isBelow(href, `/${app.code}`) && isBelow(pathname, href))
    .sort((a, b) => (b.href?.length ?? 0) - (a.href?.length ?? 0))[0]
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

function pagesOf(entries: readonly MenuEntry[]): MenuEntry[] {
  return entries
    .filter((entry) => !entry.external)
    .flatMap((entry) => (entry.entries === undefined ? [entry] : pagesOf(entry.entries)))
}

/**
 * Brings a view to the front. Tabs keep their order; `used` says which were looked at last, the latest at the end.
 */
export interface Views {
  tabs: readonly MicroView[]
  used: readonly string[]
}

export function showView({ tabs, used }: Views, view: MicroView): Views {
  const known = tabs.find(({ key }) => key === view.key)
  const next =
    known === undefined
      ? [...tabs, view]
      : tabs.map((tab) => (tab.key === view.key ? { ...tab, path: view.path } : tab))
  const order = [...used.filter((key) => key !== view.key), view.key]
  const dropped = new Set(order.slice(0, Math.max(0, order.length - mostViews)))
  return {
    tabs: next.filter(({ key }) => !dropped.has(key)),
    used: order.filter((key) => !dropped.has(key)),
  }
}

export function closeView({ tabs, used }: Views, key: string): Views {
  return { tabs: tabs.filter((tab) => tab.key !== key), used: used.filter((other) => other !== key) }
}

/** Where to go when the shown view is closed: the one that was looked at before, or home. */
export function pathAfterClosing({ tabs, used }: Views, key: string): string {
  const previous = used.filter((other) => other !== key).at(-1)
  return tabs.find((tab) => tab.key === previous)?.path ?? '/home'
}

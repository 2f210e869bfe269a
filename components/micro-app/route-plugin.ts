import type { plugin as Plugin } from 'wujie'
import type { FrameWindow } from './frame-window'
import { addressIn, spelt, startFrom } from './page-address'
import { frameOf, sandboxOf } from './sandbox'
import { awaitFragment, showFragment, showPlace } from './scroll-places'
import { isOwn, isPage } from './where-to'

interface Options {
  /** The entry's path, which wujie gives the frame at first. */
  entry: string
  /** Folder of the entry, which relative addresses of files start from. */
  folder: string
  /** The address that is shown when the sub-application starts. */
  initial: () => string
  /** What the page noted with it, where a reload starts it again. */
  noted?: () => unknown
  /** The sub-application has gone somewhere: one entry of the browser's history, or none. */
  onGo: (path: string, how: How, state: unknown) => void
  /** What every address of the system begins with, such as `/console/ems`. */
  prefix?: string
  /** It wants to be loaded anew. */
  onReload?: () => void
  /** Code of it did not come when it was asked for. */
  isGone?: (() => boolean) | undefined
  /** It has gone to another site, or to a page of the console that is none of its system's. */
  onLeave?: (to: string) => void
}

type How = 'push' | 'replace'
interface NavigateEvent extends Event {
  navigationType: How | 'reload' | 'traverse'
  hashChange: boolean
  destination: { url: string; sameDocument: boolean }
  downloadRequest?: string | null
}

/** The routes of one frame. Those of a build for the root of its host stand in it without the system's prefix. */
export interface Routes {
  /** An untouched build expects to stand at `/`; one that reads `basePath` does not. */
  takePrefix: (takes: boolean) => void
  /** Goes where a link, or `location`, leads. */
  follow: (to: URL, how: How) => void
  /** What the browser shows for an address in the page; nothing for another site's. */
  shown: (to: URL) => string | undefined
  /** Back and Forward; `isSame`: between two entries of one address. Whether it was elsewhere. */
  drive: (shown: string, state: unknown, isSame?: boolean) => boolean
}
const routes = new WeakMap<Window, Routes>()
export const routesOf = (frame: Window): Routes | undefined => routes.get(frame)

/**
 * The console owns the history: the frame itself makes no entries (each would be a dead press of Back), and Back and
 * Forward are driven into it (MICRO-1, FRAME-5).
 */
export function routePlugin(options: Options): Plugin {
  return {
    windowPropertyOverride(given) {
      const frame = given as FrameWindow
      routes.set(frame, drivenRoutes(frame, options))
    },
  }
}

function drivenRoutes(frame: FrameWindow, options: Options): Routes {
  const { entry, folder, prefix = '', initial, noted, onGo, onReload, onLeave, isGone } = options
  const { history } = frame
  let hasPrefix = true
  let isOurs = false
  const path = () => frame.location.pathname + frame.location.search + frame.location.hash
  const isBelow = (at: string) => at === prefix || at.startsWith(`${prefix}/`)
  /** The bare prefix is a folder, whether its address ends as one or not. */
  const asFolder = (address: string) => {
    const at = new URL(address)
    if (hasPrefix && at.pathname === prefix) at.pathname += '/'
    return at.href
  }
  startFrom(frame, () => asFolder(frame.location.href))
  const isOnePage = (one: string, other: string) =>
    asFolder(one).split('#')[0] === asFolder(other).split('#')[0]
  const inner = (shown: string) =>
    hasPrefix ? shown : (/^[/]/.test(shown.slice(prefix.length)) ? '' : '/') + shown.slice(prefix.length)
  const replace = (state: unknown, to: string) => {
    isOurs = true
    try {
      frame.History.prototype.replaceState.call(history, state, '', to)
    } finally {
      // A state that cannot be copied throws, and the page goes another way.
      isOurs = false
    }
  }
  const told = () => (hasPrefix ? path() : prefix + path())
  let isFirst = true
  /** A router that knows the prefix by itself puts it before where it stands; one of its own routes may be called the same. */
  const saysPrefix = (to: string) => {
    const at = frame.location.pathname
    if (prefix === '' || hasPrefix || !isBelow(to) || isBelow(at)) return false
    return isFirst || to.replace(/[/]$/, '') === (prefix + at).replace(/[/]$/, '')
  }
  const go = (how: How, state: unknown, given: string | URL | null | undefined) => {
    const before = path()
    const known: unknown = history.state
    const to = given === null || given === undefined ? frame.location : addressIn(frame, String(given))
    // wujie gives the frame its entry's address; the page's own is the one that the browser shows.
    if (to.pathname === entry) return replace(state ?? noted?.() ?? null, inner(initial()))
    if (saysPrefix(to.pathname)) hasPrefix = true
    isFirst = false
    replace(state, to.href.startsWith(folder) ? routeOf(to) : to.href)
    // What a router replaces by the same, as many do at their start, is nothing to tell.
    if (how === 'push' || path() !== before || state !== null || known !== null) onGo(told(), how, state)
  }
  history.pushState = (state, _unused, url) => go('push', state, url)
  history.replaceState = (state, _unused, url) => go('replace', state, url)

  const announce = (from: string, state: unknown) => {
    frame.dispatchEvent(new frame.PopStateEvent('popstate', { state }))
    const now = frame.location.href
    if (now.split('#')[1] === from.split('#')[1] || !isOnePage(now, from)) return
    const event = new frame.HashChangeEvent('hashchange', { oldURL: from, newURL: now })
    // Browsers let the script that has gone there end first.
    setTimeout(() => frame.dispatchEvent(event))
  }
  /** An address that is relative to where the files are is the same below the page's own; `#/x` and `?a=1` change that one. */
  const routeOf = (to: URL | Location) => {
    const rest = to.href.startsWith(folder) ? to.href.slice(folder.length) : undefined
    if (rest !== undefined && !/^(?:[?#]|$)/.test(rest)) return `${hasPrefix ? prefix : ''}/${rest}`
    const { pathname, search, hash } = rest === undefined ? to : new URL(rest, frame.location.href)
    // The root of the host is nothing of a system's but its own start.
    return (hasPrefix && pathname === '/' ? `${prefix}/` : pathname) + search + hash
  }
  /** @param isSet by a script, which says `location`: in a window of its own that always loads. */
  const follow = (to: URL, how: How, isSet = false) => {
    if (!isOwn(to)) return onLeave?.(to.href)
    const from = frame.location.href
    const route = routeOf(to)
    if (hasPrefix && !isBelow(route.replace(/[?#].*/s, ''))) return onLeave?.(to.href)
    const isHere = route === path()
    // As in any window: who follows a link to where they are gets no other entry.
    go(isHere ? 'replace' : how, null, route)
    // No route leads where the page stands, and what would draw another one is gone; another part of the page loads nothing.
    const loads = isHere ? to.hash === '' : !isOnePage(from, frame.location.href) && isGone?.()
    if (isSet && loads) return onReload?.()
    announce(from, null)
    if (isOnePage(from, frame.location.href)) showFragment(frame, to.hash)
    else awaitFragment(frame, to.hash)
  }
  // Where `location` is set: no script can put anything in its place, but the browser asks before it goes.
  const { navigation } = frame as unknown as { navigation?: EventTarget }
  navigation?.addEventListener('navigate', (given) => {
    const event = given as NavigateEvent
    const { navigationType: how, hashChange, destination, downloadRequest = null } = event
    if (isOurs || !event.cancelable || how === 'traverse' || downloadRequest !== null) return
    if (how === 'reload') {
      event.preventDefault()
      onReload?.()
    } else if (hashChange || !destination.sameDocument) {
      event.preventDefault()
      const to = new URL(destination.url)
      // A file to save, or a report, is no page of the router's.
      if (isPage(to)) follow(to, how, true)
      else frame.open(to.href)
    }
  })
  // Browsers that do not ask make an entry of their own for it, which Back then takes.
  if (navigation === undefined)
    frame.addEventListener('hashchange', ({ isTrusted }) => {
      if (isTrusted) onGo(told(), 'replace', history.state)
    })

  return {
    takePrefix: (takes) => {
      if (takes === hasPrefix) return
      hasPrefix = takes
      const at = path()
      replace(history.state, takes ? (isBelow(at) ? at : prefix + at) : inner(isBelow(at) ? at : prefix + at))
    },
    follow,
    shown: (to) => {
      if (!isOwn(to)) return undefined
      const route = routeOf(to)
      return isBelow(to.pathname) || hasPrefix ? route : prefix + route
    },
    drive: (shown, state, isSame = false) => {
      const to = inner(shown)
      if (spelt(path()) === spelt(to) && !isSame) return false
      const from = frame.location.href
      replace(state, to)
      announce(from, state)
      return true
    },
  }
}

/** Tells a running sub-application the address that the browser shows by now; one that starts asks for it itself. */
export function driveRoute(name: string, shown: string, isSame = false): void {
  const frame = frameOf(name)
  const state: unknown = window.history.state?.micro ?? null
  if (!frame || !sandboxOf(name)?.execFlag) return
  if (routesOf(frame)?.drive(shown, state, isSame)) showPlace(frame)
}

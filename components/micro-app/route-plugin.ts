import type { plugin as Plugin } from 'wujie'
import { sandboxOf } from './sandbox'

interface Route {
  /** The entry's path, which wujie gives the frame at first. */
  entry: string
  /** Folder of the entry, which relative addresses start from. */
  folder: string
  /** The address that is shown when the sub-application starts. */
  initial: () => string
  /** The sub-application has gone somewhere: one entry of the browser's history, or none. */
  onGo: (path: string, how: 'push' | 'replace') => void
}

interface Driven extends Window {
  __CONSOLE_DRIVES?: boolean
}

function pathOf(frame: Window): string {
  const { pathname, search, hash } = frame.location
  return pathname + search + hash
}

/**
 * The console owns the history: the frame's address is the one that the browser shows, the frame itself makes no entries
 * (each would be a dead press of Back), and Back and Forward are driven into it (MICRO-1).
 */
export function routePlugin({ entry, folder, initial, onGo }: Route): Plugin {
  return {
    windowPropertyOverride(win) {
      const frame = win as Driven
      const { history } = frame
      const replace = history.replaceState.bind(history)
      const go = (how: 'push' | 'replace', data: unknown, url: string | URL | null | undefined) => {
        const before = pathOf(frame)
        const isEntry = url !== null && url !== undefined && new URL(url, location.href).pathname === entry
        replace(data, '', isEntry ? initial() : url)
        keepBase(frame, folder)
        const after = pathOf(frame)
        if (after !== before && !isEntry && !frame.__CONSOLE_DRIVES) onGo(after, how)
      }
      history.pushState = (data, _unused, url) => go('push', data, url)
      history.replaceState = (data, _unused, url) => go('replace', data, url)
    },
  }
}

/** wujie moves the base with every route; files stay where the entry is. */
function keepBase(frame: Window, folder: string): void {
  Document.prototype.querySelector.call(frame.document, 'base')?.setAttribute('href', folder)
}

/** Tells a running sub-application the address that the browser shows by now; one that starts asks for it itself. */
export function driveRoute(name: string, path: string): void {
  const sandbox = sandboxOf(name)
  const frame = sandbox?.iframe?.contentWindow as (Driven & typeof globalThis) | null | undefined
  if (!sandbox?.execFlag || !frame || pathOf(frame) === path) return
  frame.__CONSOLE_DRIVES = true
  frame.history.replaceState(null, '', path)
  frame.__CONSOLE_DRIVES = false
  frame.dispatchEvent(new frame.PopStateEvent('popstate', { state: null }))
}

import type { ConsoleWindow } from './host.ts'
import type { ConsoleClient, ConsoleProps } from './types.ts'

interface Given {
  host: ConsoleWindow
  props: () => ConsoleProps
  embedded: boolean
}

/** Keeps the inner route and the address bar together; outside the console it stands behind a `#`. */
export function routesOf({ host, props, embedded }: Given) {
  const listeners = new Set<(path: string) => void>()
  const current = () =>
    embedded ? innerPath(host.location, props().basePath) : host.location.hash.slice(1) || '/'
  const href = (path: string) => (embedded ? props().basePath + path : `#${path}`)
  const tell = () => {
    for (const listener of [...listeners]) listener(current())
  }
  const go = (how: 'pushState' | 'replaceState', path: string) => {
    if (path === current()) return
    host.history[how](null, '', href(path))
    tell()
  }
  host.addEventListener('popstate', tell)
  const route: ConsoleClient['route'] = {
    current,
    href,
    push: (path) => go('pushState', path),
    replace: (path) => go('replaceState', path),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const close = () => {
    host.removeEventListener('popstate', tell)
    listeners.clear()
  }
  return { route, close }
}

function innerPath({ pathname, search: query }: Location, base: string): string {
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) + query : '/'
}

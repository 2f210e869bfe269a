import type { plugin as Plugin } from 'wujie'

type FrameWindow = Window & typeof globalThis

/**
 * Whoever looks for resources acts in nobody's name: of what a page asks for by XMLHttpRequest (axios, Angular's
 * HttpClient), only its own files come; event streams, WebSockets and beacons do not begin.
 * @param onRefused gets the path of what was refused
 */
export function refuseRequests(folder: string, onRefused: (path: string) => void): Plugin {
  return {
    windowPropertyOverride(given) {
      const win = given as FrameWindow
      const refuse = (url: unknown) => onRefused(new URL(String(url), win.document.baseURI).pathname)
      for (const kind of ['EventSource', 'WebSocket'] as const) {
        const construct = (_: object, [url]: unknown[]) => {
          refuse(url)
          return neverOpen(String(url))
        }
        Reflect.set(win, kind, new Proxy(win[kind], { construct }))
      }
      win.navigator.sendBeacon = (url) => {
        refuse(url)
        return false
      }
      const { prototype } = win.XMLHttpRequest
      const { open, send } = prototype
      const refused = new WeakSet<XMLHttpRequest>()
      prototype.open = function (this: XMLHttpRequest, ...given: unknown[]) {
        const url = new URL(String(given[1]), win.document.baseURI)
        refused.delete(this)
        if (!url.href.startsWith(folder)) {
          refused.add(this)
          onRefused(url.pathname)
        }
        Reflect.apply(open, this, given)
      } as typeof open
      prototype.send = function (this: XMLHttpRequest, body) {
        if (!refused.has(this)) return send.call(this, body)
        this.abort()
        queueMicrotask(() => {
          for (const type of ['error', 'loadend']) this.dispatchEvent(new Event(type))
        })
      }
    },
  }
}

/** A connection that fails as if nobody were there: it says so, once whoever opened it listens. */
function neverOpen(url: string): object {
  const handlers: Record<string, unknown> = { onerror: null, onclose: null }
  const rest = { url, readyState: 3, close: () => {}, send: () => {} }
  const connection = Object.assign(new EventTarget(), rest, handlers)
  queueMicrotask(() => {
    for (const type of ['error', 'close']) {
      const event = new Event(type)
      const handler = Reflect.get(connection, `on${type}`)
      if (typeof handler === 'function') Reflect.apply(handler, connection, [event])
      connection.dispatchEvent(event)
    }
  })
  return connection
}

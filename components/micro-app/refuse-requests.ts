import type { plugin as Plugin } from 'wujie'

/**
 * Whoever looks for resources acts in nobody's name: of what a page asks for by XMLHttpRequest (axios, Angular's
 * HttpClient), only its own files come.
 * @param onRefused gets the path of what was refused
 */
export function refuseRequests(folder: string, onRefused: (path: string) => void): Plugin {
  return {
    windowPropertyOverride(win) {
      const { prototype } = (win as Window & typeof globalThis).XMLHttpRequest
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

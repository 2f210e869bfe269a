import { type FrameWindow, shownWindow } from './frame-window'
import { addressOf } from './shown-links'

const parts = [
  'href',
  'protocol',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
  'origin',
] as const

/**
 * Where a link leads is told as in a window of its own, by the page's own address: the document that shows the page has
 * another one, and what compares the two (jQuery UI's tabs, menus that mark where one is) would find none of its own.
 */
export function tellLinks(frame: FrameWindow): void {
  for (const realm of [frame, shownWindow(frame)]) {
    if (realm === undefined) continue
    for (const { prototype } of [realm.HTMLAnchorElement, realm.HTMLAreaElement]) {
      const tell = (name: (typeof parts)[number], native: (this: Element) => unknown) =>
        function told(this: Element) {
          const given = this.getAttribute('href')
          const to = given === null ? undefined : addressOf(given, frame)
          return to && /^https?:$/.test(to.protocol) ? to[name] : Reflect.apply(native, this, [])
        }
      const hrefOf = tell('href', prototype.toString)
      for (const name of parts) {
        const own = Object.getOwnPropertyDescriptor(prototype, name)
        if (own?.get === undefined) continue
        const set =
          own.set &&
          function change(this: Element, value: string) {
            // The rest of it is what was told, too.
            if (name !== 'href' && this.hasAttribute('href'))
              Element.prototype.setAttribute.call(this, 'href', String(hrefOf.call(this)))
            own.set?.call(this, value)
          }
        Object.defineProperty(prototype, name, { ...own, get: tell(name, own.get), set })
      }
      prototype.toString = hrefOf as () => string
    }
  }
}

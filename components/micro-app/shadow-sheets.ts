import { type FrameWindow, shownWindow } from './frame-window'

const ownerOf = Object.getOwnPropertyDescriptor(Node.prototype, 'ownerDocument')?.get
const native = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, 'adoptedStyleSheets')

/**
 * Sheets that a script has made belong to the document that shows the page, and elements that it makes to its own until they
 * stand in that: browsers take no sheet for a shadow root of another document, and take them away where a root moves between two.
 */
export function keepShadowSheets(frame: FrameWindow): void {
  const shown = shownWindow(frame)
  if (shown === undefined || native?.get === undefined || native.set === undefined) return
  const { get, set } = native
  const kept = new WeakMap<Element, { root: ShadowRoot; sheets: CSSStyleSheet[] }>()
  const dress = (host: Element) => {
    const { root, sheets } = kept.get(host) ?? {}
    if (root === undefined || ownerOf?.call(root) !== shown.document) return
    if (get.call(root).length === 0) set.call(root, sheets)
  }
  for (const { prototype } of [frame.ShadowRoot, shown.ShadowRoot]) {
    Object.defineProperty(prototype, 'adoptedStyleSheets', {
      configurable: true,
      enumerable: true,
      get(this: ShadowRoot) {
        const isThere = ownerOf?.call(this) === shown.document
        return isThere ? get.call(this) : (kept.get(this.host)?.sheets ?? [])
      },
      set(this: ShadowRoot, given: Iterable<CSSStyleSheet>) {
        const sheets = [...given]
        kept.set(this.host, { root: this, sheets })
        if (ownerOf?.call(this) === shown.document) set.call(this, sheets)
      },
    })
  }
  const { customElements } = frame
  const define = customElements.define.bind(customElements)
  customElements.define = (name, kind, options) => {
    const { connectedCallback } = kind.prototype
    kind.prototype.connectedCallback = function connected(this: Element) {
      dress(this)
      connectedCallback?.call(this)
    }
    define(name, kind, options)
  }
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) dress(node as Element)
  })
  observer.observe(shown.document, { childList: true, subtree: true })
}

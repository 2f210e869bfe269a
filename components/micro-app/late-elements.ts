import { type FrameWindow, shownWindow } from './frame-window'
import { madeSheets } from './shadow-sheets'
import { observerOf } from './shown-observers'

const xhtml = 'http://www.w3.org/1999/xhtml'

/** What is made for an element that is seen (Preact names it) would be of the shown document's names, which has none. */
function makeByOwn(frame: FrameWindow, shown: FrameWindow): void {
  const own = (given: { customElementRegistry?: unknown; is?: string }) =>
    given?.customElementRegistry === shown.customElements ? { is: given.is } : given
  for (const name of ['createElement', 'createElementNS'] as const) {
    const make = frame.document[name] as (...given: unknown[]) => Element
    const value = (...given: object[]) => Reflect.apply(make, frame.document, given.map(own))
    Object.defineProperty(frame.document, name, { configurable: true, writable: true, value })
  }
}

/**
 * An element that stands in the page becomes what its name means when that is said later, or where it came as HTML text or as
 * a copy: the document that shows the page knows none of the names that its scripts have defined. And shadow roots keep the
 * sheets that were made for them, wherever their elements go.
 */
export function watchElements(frame: FrameWindow): void {
  const shown = shownWindow(frame)
  if (shown === undefined) return
  const { customElements } = frame
  makeByOwn(frame, shown)
  const upgrade = upgrader(frame, shown.document)
  const dress = madeSheets(frame, shown)
  const rootOf = new WeakMap<Element, ShadowRoot>()
  const declared = new WeakSet<Element>()
  let isNamed = false

  const look = (element: Element) => {
    if (isNamed) upgrade(element)
    const root = rootOf.get(element)
    if (root === undefined) return
    dress(element)
    lookBelow(root)
  }
  const lookBelow = (root: Element | ShadowRoot) => {
    for (const element of root.querySelectorAll('*')) look(element)
  }
  const observer = observerOf(shown, (changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node.nodeType !== Node.ELEMENT_NODE) continue
      look(node as Element)
      lookBelow(node as Element)
    }
  })
  /** The same document again is none more. */
  const watch = (root: Document | ShadowRoot) => observer.observe(root, { childList: true, subtree: true })

  const define = customElements.define.bind(customElements)
  customElements.define = (name, kind, options) => {
    // Within a root of another element nobody else hears of it.
    const { connectedCallback } = kind.prototype
    kind.prototype.connectedCallback = function connected(this: Element) {
      dress(this)
      connectedCallback?.call(this)
    }
    define(name, kind, options)
    isNamed = true
    watch(shown.document)
    lookBelow(shown.document.documentElement)
  }
  for (const { prototype } of [frame.Element, shown.Element]) {
    const { attachShadow } = prototype
    prototype.attachShadow = function attach(init) {
      const known = rootOf.get(this)
      if (known?.mode === init.mode && declared.delete(this)) {
        known.replaceChildren()
        return known
      }
      const root = attachShadow.call(this, init)
      rootOf.set(this, root)
      watch(root)
      watch(shown.document)
      return root
    }
  }
  attachDeclared(shown.document, (host, init) => {
    const root = frame.Element.prototype.attachShadow.call(host, init)
    declared.add(host)
    return root
  })
}

const mayHaveRoot = /-|^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/

/** What a page's HTML declares: its parts have come by `innerHTML`, which makes no roots. An element's own call takes such a root over, empty. */
function attachDeclared(page: ParentNode, attach: (host: Element, init: ShadowRootInit) => ShadowRoot): void {
  const seen = new Set<Element>()
  for (const template of page.querySelectorAll<HTMLTemplateElement>('template[shadowrootmode]')) {
    const host = template.parentElement
    const mode = template.getAttribute('shadowrootmode')?.toLowerCase()
    if (host === null || seen.has(host) || !mayHaveRoot.test(host.localName)) continue
    if (mode !== 'open' && mode !== 'closed') continue
    seen.add(host)
    const has = (name: string) => template.hasAttribute(`shadowroot${name}`)
    const root = attach(host, {
      mode,
      delegatesFocus: has('delegatesfocus'),
      clonable: has('clonable'),
      serializable: has('serializable'),
    })
    root.append(template.content)
    template.remove()
    attachDeclared(root, attach)
  }
}

/** Makes an element that its document does not know what its name means to the page's scripts: once, as a browser does. */
function upgrader(frame: FrameWindow, shown: Document): (element: Element) => void {
  const { customElements } = frame
  const { adoptNode } = Document.prototype
  const { insertBefore } = Node.prototype
  const tried = new WeakSet<Element>()
  return (element) => {
    if (element.namespaceURI !== xhtml || tried.has(element)) return
    const name = element.localName.includes('-') ? element.localName : element.getAttribute('is')
    const kind = name === null ? undefined : customElements.get(name)
    const parent = element.parentNode
    if (kind === undefined || parent === null || element instanceof kind) return
    tried.add(element)
    const focused = element.contains(shown.activeElement) ? shown.activeElement : null
    const next = element.nextSibling
    adoptNode.call(frame.document, element)
    customElements.upgrade(element)
    insertBefore.call(parent, element, next?.parentNode === parent ? next : null)
    ;(focused as HTMLElement | null)?.focus?.({ preventScroll: true })
  }
}

import { type FrameWindow, shownWindow } from './frame-window'

/**
 * An element that stands in the page becomes what its name means when that is said later, or where it came as HTML text: the
 * document that shows the page knows none of the names that its scripts have defined.
 */
export function upgradeLate(frame: FrameWindow): void {
  const shown = shownWindow(frame)?.document
  if (shown === undefined) return
  const { customElements } = frame
  const define = customElements.define.bind(customElements)
  const upgrade = (element: Element) => {
    const kind = customElements.get(element.getAttribute('is') ?? element.localName)
    const parent = element.parentNode
    if (kind === undefined || element instanceof kind || parent === null) return
    const place = element.nextSibling
    native.adoptNode.call(frame.document, element)
    customElements.upgrade(element)
    native.insertBefore.call(parent, element, place)
  }
  customElements.define = (name, kind, options) => {
    define(name, kind, options)
    const selector = options?.extends ? `${options.extends}[is="${name}"]` : name
    for (const element of shown.querySelectorAll(selector)) upgrade(element)
  }
  const observer = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter(isElement)
    for (const element of added.flatMap((one) => [one, ...one.getElementsByTagName('*')]))
      if (element.localName.includes('-')) upgrade(element)
  })
  observer.observe(shown, { childList: true, subtree: true })
}

const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE
const native = { adoptNode: Document.prototype.adoptNode, insertBefore: Node.prototype.insertBefore }

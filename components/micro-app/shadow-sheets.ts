import type { FrameWindow } from './frame-window'

interface Kept {
  root: ShadowRoot
  sheets: CSSStyleSheet[]
  /** The same for the page: what it changes there is worn. */
  told: CSSStyleSheet[]
}

/**
 * Sheets that a script has made belong to the document that shows the page, and elements that it makes to its own until they
 * stand in that: browsers take no sheet for a shadow root of another document, and take them away where a root moves between
 * two. Gives what puts an element's sheets on where it stands by now.
 */
export function madeSheets(frame: FrameWindow, shown: FrameWindow): (host: Element) => void {
  const { get, set } = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, 'adoptedStyleSheets') ?? {}
  const ownerOf = Object.getOwnPropertyDescriptor(Node.prototype, 'ownerDocument')?.get
  if (get === undefined || set === undefined) return () => {}
  const kept = new WeakMap<Element, Kept>()
  const wear = ({ root, sheets }: Kept) => {
    if (ownerOf?.call(root) === shown.document) set.call(root, sheets.filter(Boolean))
  }
  const keptOf = (root: ShadowRoot): Kept => {
    const known = kept.get(root.host)
    if (known !== undefined) return known
    const sheets: CSSStyleSheet[] = [...get.call(root)]
    const change =
      <Given extends unknown[]>(own: (...given: Given) => boolean) =>
      (...given: Given) => {
        const isDone = own(...given)
        wear(made)
        return isDone
      }
    const told = new Proxy(sheets, {
      set: change((list, key, value) => Reflect.set(list, key, value)),
      deleteProperty: change((list, key) => Reflect.deleteProperty(list, key)),
    })
    const made = { root, sheets, told }
    kept.set(root.host, made)
    return made
  }
  for (const { prototype } of [frame.ShadowRoot, shown.ShadowRoot]) {
    Object.defineProperty(prototype, 'adoptedStyleSheets', {
      configurable: true,
      enumerable: true,
      get(this: ShadowRoot) {
        return keptOf(this).told
      },
      set(this: ShadowRoot, given: Iterable<CSSStyleSheet>) {
        const own = keptOf(this)
        own.sheets.splice(0, own.sheets.length, ...given)
        wear(own)
      },
    })
  }
  return (host) => {
    const own = kept.get(host)
    if (own !== undefined && own.sheets.length > 0 && get.call(own.root).length === 0) wear(own)
  }
}

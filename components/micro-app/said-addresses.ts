import { placedSet } from '#lib/source-set'

/** What pages have said, where an attribute names the same file by the address at which it is found. */
const said = new WeakMap<Element, Map<string, { text: string; stands: string | null }>>()

const read = (element: Element, name: string) => Element.prototype.getAttribute.call(element, name)

export function noteSaid(element: Element, name: string, text: string): void {
  const stands = read(element, name)
  const known = said.get(element)
  if (text === stands) known?.delete(name)
  else said.set(element, (known ?? new Map()).set(name, { text, stands }))
}

/**
 * A page reads what it has said, and compares it.
 * @param asBuilt what the page's HTML said for a file's address, and whatever it copies
 */
export function tellSaid(
  prototype: Element,
  names: readonly string[],
  asBuilt: (address: string) => string,
): void {
  prototype.getAttribute = function getAttribute(this: Element, given: string) {
    const name = String(given).toLowerCase()
    const stands = read(this, name)
    if (stands === null || !names.includes(name)) return read(this, given)
    const known = said.get(this)?.get(name)
    if (known?.stands === stands) return known.text
    return name === 'srcset' ? placedSet(stands, asBuilt) : asBuilt(stands)
  }
}

/** wujie writes the whole address into each picture of the page's HTML, as its scripts' document sees it, and one where is none. */
export function keepSaid(element: Element): void {
  if (!/^(?:img|source)$/.test(element.localName ?? '') || element.parentNode === null) return
  const given = read(element, 'src')
  const { src } = element as HTMLImageElement
  queueMicrotask(() => {
    const stands = read(element, 'src')
    if (given === stands || stands !== src) return
    if (given === null) element.removeAttribute('src')
    // What is by the root was put right on its way, and is not what the page said.
    else if (!given.startsWith('/')) noteSaid(element, 'src', given)
  })
}

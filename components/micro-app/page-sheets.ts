import { type Files, fileAddress } from './file-addresses'
import type { FrameWindow } from './frame-window'
import { noteSaid } from './said-addresses'
import { type Attributes, attributesIn, plainAttributes } from './tag-attributes'

export interface Sheets {
  /** By the address as the page names it. */
  linked: Map<string, Attributes>
  inline: Attributes[]
}

/** What stands in a comment or a script is none. */
const sheet =
  /<!--[\s\S]*?(?:-->|$)|<script\b[^<>]*>[\s\S]*?(?:<\/script>|$)|<link\b([^<>]*)>|<style\b([^<>]*)>([\s\S]*?)(<\/style>|$)/gi
const keptAttribute = /^(?:id|class|media|title|disabled|data-.*)$/
/** The console refuses handlers, and places what files name, so that their sums are others; what is no name no script can set. */
const ofLink = /^(?!on|integrity$|nonce$)[a-z][\w:.-]*$/
const relation = /\srel=(["'])[^"']*\1/

/**
 * wujie makes each style sheet a `<style>` that says nothing of itself: it is found again by its address, or by a mark. It
 * passes over one in whose text or attributes it finds the word `ignore`.
 */
export function markedSheets(given: string): Sheets & { html: string } {
  const linked: Sheets['linked'] = new Map()
  const inline: Attributes[] = []
  const html = given.replace(sheet, (whole, link?: string, style?: string, css = '', end = '') => {
    if (link !== undefined) return plainLink(link, linked)
    if (style === undefined || end === '') return whole
    const kept = keptIn(attributesIn(style))
    const mark = Object.keys(kept).length > 0 ? `/*~${inline.push(kept) - 1}*/` : ''
    // wujie asks for the page's own address in place of what an empty one holds.
    return `<style>${mark}${plainCss(css) || ' '}${end}`
  })
  return { html, linked, inline }
}

function plainLink(given: string, linked: Sheets['linked']): string {
  const attributes = plainAttributes(given)
  const all = attributesIn(attributes)
  const { rel = '', href, onload = '' } = all
  // Loaded as if for print, or for later, not to hold the page up, and meant for all.
  if (/\bmedia\s*=/.test(onload)) delete all.media
  const isLate = /^preload$/i.test(rel) && /\brel\s*=/.test(onload)
  if (!href || !(isLate || /\bstylesheet\b/i.test(rel))) return `<link${attributes}>`
  const told = Object.entries(all).filter(([name]) => ofLink.test(name))
  linked.set(href, { ...Object.fromEntries(told), rel: isLate ? 'stylesheet' : rel })
  return `<link${rel === 'stylesheet' ? attributes : attributes.replace(relation, ' rel="stylesheet"')}>`
}

/** Browsers pass over the signs of an HTML comment; wujie takes away what is between them. */
function plainCss(css: string): string {
  return css
    .replace(/^(\s*)<!--/, '$1')
    .replace(/-->(\s*)$/, '$1')
    .replaceAll('<!--', '\\3c!--')
}

function keptIn(all: Attributes): Attributes {
  return Object.fromEntries(Object.entries(all).filter(([name]) => keptAttribute.test(name)))
}

/** Milliseconds that scripts wait for sheets that have come once. */
const patience = 2_000

/** A sheet in a file of the system's is a link, as its page wrote it; scripts wait for those that are worn. */
export function describeSheets(
  frame: FrameWindow,
  shown: Document,
  { linked, inline }: Sheets,
  files: Files,
): void {
  const placed = new Map([...linked].map(([href, told]) => [fileAddress(href, files), told]))
  const awaited: Promise<unknown>[] = []
  for (const style of stylesIn(shown)) {
    const text = style.textContent ?? ''
    const address = /^\/\* (\S+) \*\//.exec(text)?.[1] ?? ''
    const [, at] = /\/\*~(\d+)\*\//.exec(text.slice(0, 200)) ?? []
    const told = at === undefined ? placed.get(address) : inline[Number(at)]
    if (told === undefined) continue
    if (at !== undefined || !address.startsWith(files.folder)) describe(style, keptIn(told))
    else if (isWorn(shown, told)) awaited.push(standAsLink(frame, style, address, told))
    else standAsLink(frame, style, address, told)
  }
  if (awaited.length > 0) holdScripts(frame, awaited)
}

/** Also in what are to be shadow roots. */
function stylesIn(page: ParentNode): HTMLStyleElement[] {
  const declared = page.querySelectorAll<HTMLTemplateElement>('template[shadowrootmode]')
  return [
    ...page.querySelectorAll('style'),
    ...Array.from(declared).flatMap(({ content }) => stylesIn(content)),
  ]
}

/** Which of several titles is worn is decided when a sheet comes into the page. */
function describe(style: HTMLStyleElement, { disabled, ...told }: Attributes): void {
  const { parentNode, nextSibling } = style
  style.remove()
  for (const [name, value] of Object.entries(told)) style.setAttribute(name, value)
  if (parentNode) Node.prototype.insertBefore.call(parentNode, style, nextSibling)
  if (disabled !== undefined) style.disabled = true
}

const isOff = ({ disabled, rel = '' }: Attributes) => disabled !== undefined || /\balternate\b/i.test(rel)

function isWorn({ defaultView }: Document, told: Attributes): boolean {
  return !isOff(told) && (!told.media || defaultView?.matchMedia(told.media).matches === true)
}

/**
 * The browser loads it once more, from what it keeps: the page may give it another file, switch it off and take it out. Until then
 * the text that has come stands for it, so that nothing is seen without its style. Resolves when it has come, or has not.
 */
function standAsLink(
  frame: FrameWindow,
  style: HTMLStyleElement,
  address: string,
  told: Attributes,
): Promise<void> {
  const link = frame.document.createElement('link')
  for (const [name, value] of Object.entries({ ...told, href: address })) link.setAttribute(name, value)
  if (told.href) noteSaid(link, 'href', told.href)
  style.media = told.media ?? ''
  link.addEventListener('load', () => style.remove(), { once: true })
  const ended = new Promise<void>((resolve) => {
    for (const type of ['load', 'error']) link.addEventListener(type, () => resolve(), { once: true })
  })
  if (style.parentNode) Node.prototype.insertBefore.call(style.parentNode, link, style)
  if (isOff(told)) style.remove()
  return ended
}

function holdScripts(frame: FrameWindow, awaited: Promise<unknown>[]): void {
  frame.__WUJIE.execQueue?.unshift(() => {
    const late = new Promise((resolve) => setTimeout(resolve, patience))
    void Promise.race([Promise.all(awaited), late]).then(() => frame.__WUJIE?.execQueue?.shift()?.())
  })
}

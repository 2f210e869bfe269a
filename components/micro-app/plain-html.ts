import type { plugin as Plugin } from 'wujie'
import { type Files, fileAddress } from './file-addresses'
import { type FrameWindow, shownWindow } from './frame-window'
import { script } from './script-places'

/** What wujie would lose of a page's HTML: scripts as old pages write them, and what style sheets say of themselves. */
export function plainHtmlPlugin(files: Files): Plugin {
  let sheets: Sheets = { linked: new Map(), inline: [] }
  return {
    htmlLoader: (given) => {
      const { html, ...told } = plainHtml(given)
      sheets = told
      return html
    },
    jsBeforeLoaders: [
      {
        callback: (given) => {
          const shown = shownWindow(given as FrameWindow)?.document
          if (shown) describeSheets(given as FrameWindow, shown, sheets, files)
          writeBehind(given as FrameWindow)
        },
      },
    ],
  }
}

export function plainHtml(html: string): Sheets & { html: string } {
  return markedSheets(plainScripts(withoutPolicy(html)))
}

const meta = /<meta\b[^<>]*>/gi
const policy = /\b(?:http-equiv\s*=\s*["']?content-security-policy|name\s*=\s*["']?referrer)\b/i

/**
 * A page's own policies do not know the console, which has its own: the one would refuse the page's own styles, the other keep
 * back which page asks for a file (FRAME-2).
 */
export function withoutPolicy(html: string): string {
  return html.replace(meta, (whole) => (policy.test(whole) ? '' : whole))
}

type Attributes = Record<string, string>
const attribute = /([^\s"'=<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g
/** wujie's look for a word among them takes time by the third power of these. */
const manyBlanks = /\s{9,}/g

/** In the one spelling that wujie reads: names in small letters, no blanks around `=`, addresses as they are. */
function plainAttributes(text: string): string {
  return text.replace(manyBlanks, ' ').replace(attribute, (whole, given: string, ...values) => {
    const name = given.toLowerCase()
    const [value, quote] = valueIn(values)
    if (value === undefined) return whole
    const isAddress = name === 'src' || name === 'href'
    const plain = isAddress ? value.trim().replaceAll('&amp;', '&').replaceAll(' ', '%20') : value
    return `${name}=${quote}${plain}${quote}`
  })
}

function valueIn([double, single, bare]: (string | undefined)[]): [string | undefined, string] {
  return [double ?? single ?? bare, single !== undefined ? "'" : '"']
}

const oldType = /(\btype\s*=\s*["']?)(?:text|application)\/(?:x-)?(?:java|ecma)script\b/i
const dataType = /\btype\s*=\s*["']?(?:[\w.-]+\/(?:[\w.-]+\+)?json|importmap|speculationrules)\b/i
const otherType = /\btype\s*=\s*["']?(?!(?:text|application)\/(?:x-)?(?:java|ecma)script\b|module\b)[^\s"'>]/i

/**
 * Browsers run a script in an HTML comment, of any spelling of its type; wujie takes the one away, and leaves the other. What
 * looks like a comment in the text of a script, or of data, is written so that wujie finds none.
 */
export function plainScripts(html: string): string {
  return html.replace(script, (whole, given: string, code: string, end: string) => {
    if (end === '') return whole
    const attributes = plainAttributes(given)
    if (dataType.test(attributes))
      return `<script${attributes}>${code.replaceAll('<!--', '\\u003c!--')}${end}`
    if (otherType.test(attributes)) return `<script${attributes}>${code}${end}`
    const typed = attributes.replace(oldType, '$1text/javascript')
    const plain = code
      .replace(/^(\s*)<!--.*/, '$1')
      .replace(/(^|\n)[ \t]*(?:\/\/[ \t]*)?-->(\s*)$/, '$1$2')
      .replaceAll('<!--', '<\\x21--')
    return `<script${typed}>${plain}${end}`
  })
}

interface Sheets {
  /** By the address as the page names it. */
  linked: Map<string, Attributes>
  inline: Attributes[]
}

/** What stands in a comment or a script is none. */
const sheet =
  /<!--[\s\S]*?(?:-->|$)|<script\b[^<>]*>[\s\S]*?(?:<\/script>|$)|<link\b([^<>]*)>|<style\b([^<>]*)>([\s\S]*?)(<\/style>|$)/gi
const keptAttribute = /^(?:id|class|media|title|disabled|data-.*)$/
const preload = /\brel\s*=\s*(["']?)preload\1/i

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
  const kept = keptIn(all)
  if (href && (isLate || /\bstylesheet\b/i.test(rel)) && Object.keys(kept).length > 0) linked.set(href, kept)
  return `<link${isLate ? attributes.replace(preload, 'rel="stylesheet"') : attributes}>`
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

function attributesIn(text: string): Attributes {
  return Object.fromEntries(
    Array.from(text.matchAll(attribute), ([, name = '', ...values]) => [
      name.toLowerCase(),
      values.find((value) => value !== undefined) ?? '',
    ]),
  )
}

function describeSheets(frame: FrameWindow, shown: Document, { linked, inline }: Sheets, files: Files): void {
  const placed = new Map([...linked].map(([href, told]) => [fileAddress(href, files), told]))
  for (const style of shown.querySelectorAll('style')) {
    const text = style.textContent ?? ''
    const address = /^\/\* (\S+) \*\//.exec(text)?.[1] ?? ''
    const [, at] = /\/\*~(\d+)\*\//.exec(text.slice(0, 200)) ?? []
    const told = at === undefined ? placed.get(address) : inline[Number(at)]
    const { disabled, ...rest } = told ?? {}
    for (const [name, value] of Object.entries(rest)) style.setAttribute(name, value)
    if (disabled !== undefined) style.disabled = true
    if (at === undefined && told !== undefined) giveAddress(frame, style, address)
  }
}

/** A sheet that is given another address, as those who choose among themes do, is a link from then on. */
function giveAddress(frame: FrameWindow, style: HTMLStyleElement, address: string): void {
  let link: HTMLLinkElement | undefined
  const load = (href: string) => {
    if (link === undefined) {
      link = frame.document.createElement('link')
      for (const { name, value } of style.attributes) link.setAttribute(name, value)
      link.rel = 'stylesheet'
      link.disabled = style.disabled
      for (const type of ['load', 'error']) link.addEventListener(type, () => style.remove(), { once: true })
    }
    link.href = href
    if (!link.isConnected) style.parentNode?.insertBefore(link, style)
  }
  Object.defineProperty(style, 'href', { get: () => link?.href ?? address, set: load })
  style.setAttribute = (name, value) => {
    if (name.toLowerCase() === 'href') load(String(value))
    else Element.prototype.setAttribute.call(style, name, value)
  }
}

/** What a page writes of itself: the frame of its scripts would begin anew, and nobody would see it. It comes last in the page. */
function writeBehind(frame: FrameWindow): void {
  const write = (...given: unknown[]) => {
    const shown = shownWindow(frame)?.document
    if (!shown) return
    const made = shown.createElement('template')
    made.innerHTML = given.join('')
    const scripts = [...made.content.querySelectorAll('script')]
    for (const one of scripts) one.remove()
    for (const node of [...made.content.childNodes, ...scripts]) shown.body.appendChild(node)
  }
  Object.assign(frame.document, {
    write,
    writeln: (...given: unknown[]) => write(...given, '\n'),
    open: () => frame.document,
    close: () => {},
  })
}

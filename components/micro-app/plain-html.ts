import type { plugin as Plugin } from 'wujie'
import { type Files, fileAddress } from './file-addresses'
import { script } from './script-places'
import { type FrameWindow, shownWindow } from './shown-window'

/** What wujie would lose of a page's HTML: scripts as old pages write them, and what style sheets say of themselves. */
export function plainHtmlPlugin(files: Files): Plugin {
  let sheets: Sheets = { linked: new Map(), inline: [] }
  return {
    htmlLoader: (given) => {
      const { html, ...told } = markedSheets(plainScripts(withoutPolicy(given)))
      sheets = told
      return html
    },
    jsBeforeLoaders: [
      {
        callback: (given) => {
          const shown = shownWindow(given as FrameWindow)?.document
          if (shown) describeSheets(shown, sheets, files)
          writeBehind(given as FrameWindow)
        },
      },
    ],
  }
}

const policy = /<meta\b[^<>]*\bhttp-equiv\s*=\s*["']?content-security-policy\b[^<>]*>/gi

/** A page's own policy does not know the console, which has one; it would refuse the page's own styles. */
export function withoutPolicy(html: string): string {
  return html.replace(policy, '')
}

const oldType = /(\btype\s*=\s*["']?)(?:text|application)\/(?:x-)?(?:java|ecma)script\b/i
const dataType = /\btype\s*=\s*["']?(?:[\w.-]+\/(?:[\w.-]+\+)?json|importmap|speculationrules)\b/i
const otherType = /\btype\s*=\s*["']?(?!(?:text|application)\/(?:x-)?(?:java|ecma)script\b|module\b)[^\s"'>]/i

/**
 * Browsers run a script in an HTML comment, of any spelling of its type; wujie takes the one away, and leaves the other. What
 * looks like a comment in the text of a script, or of data, is written so that wujie finds none.
 */
export function plainScripts(html: string): string {
  return html.replace(script, (whole, attributes: string, code: string, end: string) => {
    if (end === '') return whole
    if (dataType.test(attributes))
      return `<script${attributes}>${code.replaceAll('<!--', '\\u003c!--')}${end}`
    if (otherType.test(attributes)) return whole
    const typed = attributes.replace(oldType, '$1text/javascript')
    const plain = code
      .replace(/^(\s*)<!--.*/, '$1')
      .replace(/(^|\n)[ \t]*(?:\/\/)?[ \t]*-->[ \t]*(\s*)$/, '$1$2')
      .replaceAll('<!--', '<\\x21--')
    return `<script${typed}>${plain}${end}`
  })
}

type Attributes = Record<string, string>
interface Sheets {
  /** By the address as the page names it. */
  linked: Map<string, Attributes>
  inline: Attributes[]
}

const sheet = /<(link|style)\b([^<>]*)>/gi
const attribute = /([^\s"'=<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g
const keptAttribute = /^(?:id|class|media|title|disabled|data-.*)$/
/** wujie asks for the page's own address in place of what such a one holds. */
const emptyStyle = /(<style\b[^<>]*>)(?=<\/style>)/gi
const preload = /\brel\s*=\s*(["']?)preload\1/i
const mark = (at: number) => `/*~${at}*/`

/** wujie makes each style sheet a `<style>` that says nothing of itself: it is found again by its address, or by a mark. */
export function markedSheets(given: string): Sheets & { html: string } {
  const linked: Sheets['linked'] = new Map()
  const inline: Attributes[] = []
  const html = given.replace(emptyStyle, '$1 ').replace(sheet, (whole, tag: string, text: string) => {
    const all = attributesIn(text)
    const { rel = '', href, onload = '' } = all
    // Loaded as if for print, or for later, not to hold the page up, and meant for all.
    if (/\bmedia\s*=/.test(onload)) delete all.media
    const isLate = /^preload$/i.test(rel) && /\brel\s*=/.test(onload)
    const made = isLate ? whole.replace(preload, 'rel="stylesheet"') : whole
    const kept = Object.fromEntries(Object.entries(all).filter(([name]) => keptAttribute.test(name)))
    if (Object.keys(kept).length === 0) return made
    if (tag.toLowerCase() === 'link') {
      if (href && (isLate || /\bstylesheet\b/i.test(rel))) linked.set(href, kept)
      return made
    }
    inline.push(kept)
    return whole + mark(inline.length - 1)
  })
  return { html, linked, inline }
}

function attributesIn(text: string): Attributes {
  return Object.fromEntries(
    Array.from(text.matchAll(attribute), ([, name = '', ...values]) => [
      name.toLowerCase(),
      values.find((value) => value !== undefined) ?? '',
    ]),
  )
}

function describeSheets(shown: Document, { linked, inline }: Sheets, files: Files): void {
  const placed = new Map([...linked].map(([href, told]) => [fileAddress(href, files), told]))
  for (const style of shown.querySelectorAll('style')) {
    const text = style.textContent ?? ''
    const address = /^\/\* (\S+) \*\//.exec(text)?.[1] ?? ''
    const [, at] = /\/\*~(\d+)\*\//.exec(text.slice(0, 200)) ?? []
    const told = at === undefined ? placed.get(address) : inline[Number(at)]
    const { disabled, ...rest } = told ?? {}
    for (const [name, value] of Object.entries(rest)) style.setAttribute(name, value)
    if (disabled !== undefined) style.disabled = true
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

import type { plugin as Plugin } from 'wujie'
import type { Files } from './file-addresses'
import { type FrameWindow, shownWindow } from './frame-window'
import { addressIn } from './page-address'
import { describeSheets, markedSheets, type Sheets } from './page-sheets'
import { script } from './script-places'
import { putBack, setAside } from './set-aside'
import { attributesIn, plainAttributes } from './tag-attributes'

/** What wujie would lose of a page's HTML: scripts as old pages write them, and what style sheets say of themselves. */
export function plainHtmlPlugin(files: Files): Plugin {
  let sheets: Sheets = { linked: new Map(), inline: [] }
  let texts: string[] = []
  let refresh: Refresh | undefined
  return {
    htmlLoader: (given) => {
      const stays = withoutRefresh(withoutPolicy(given))
      const rest = setAside(stays.html)
      refresh = stays.refresh
      const { html, ...told } = markedSheets(plainScripts(rest.html))
      texts = rest.texts
      sheets = told
      return html
    },
    jsBeforeLoaders: [
      {
        callback: (given) => {
          const frame = given as FrameWindow
          const { document: shown, shadowRoot } = frame.__WUJIE
          const page = shown ?? shadowRoot
          if (page) putBack(page, texts)
          if (shown) describeSheets(frame, shown, sheets, files)
          writeInPlace(frame)
          if (refresh) refreshLater(frame, refresh)
        },
      },
    ],
  }
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

interface Refresh {
  seconds: number
  /** Empty for itself. */
  to: string
}

/** What stands in these is none: scripts run here. */
const refreshing =
  /<!--[\s\S]*?(?:-->|$)|<(script|noscript|template|textarea)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)|<meta\b([^<>]*)>/gi
const refreshTo = /^\s*(\d*)[\d.]*(?:[\s;,]+(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*)))?/is

/** A page that asks to be loaded anew, or to be left for another, would have the frame that shows it go there by itself. */
export function withoutRefresh(html: string): { html: string; refresh?: Refresh } {
  let refresh: Refresh | undefined
  const stays = html.replace(refreshing, (whole, _name, meta?: string) => {
    const { content = '', ...told } = attributesIn(meta ?? '')
    if (told['http-equiv']?.trim().toLowerCase() !== 'refresh') return whole
    const [, seconds = '', ...given] = refreshTo.exec(content) ?? []
    const to = given.find((one) => one !== undefined) ?? ''
    // The first one counts.
    if (seconds !== '') refresh ??= { seconds: Number(seconds), to: to.trim().replaceAll('&amp;', '&') }
    return ''
  })
  return { html: stays, refresh }
}

function refreshLater(frame: FrameWindow, { seconds, to }: Refresh): void {
  const { location } = frame
  frame.setTimeout(() => {
    const there = to === '' ? location.href : addressIn(frame, to).href
    if (there === location.href) location.reload()
    else location.replace(there)
  }, seconds * 1_000)
}

const oldType = /(\btype\s*=\s*["']?)(?:text|application)\/(?:x-)?(?:java|ecma)script\b/i
const dataType = /\btype\s*=\s*["']?(?:[\w.-]+\/(?:[\w.-]+\+)?json|importmap|speculationrules)\b/i
const otherType = /\btype\s*=\s*["']?(?!(?:text|application)\/(?:x-)?(?:java|ecma)script\b|module\b)[^\s"'>]/i
/** A letter that is written by its number is the same in strings, expressions and names. */
const tagInCode = /<(l(?=ink\s)|s(?=tyle))/gi
const tagInData = /<(?=!--|link\s|style)/gi

/**
 * Browsers run a script in an HTML comment, of any spelling of its type; wujie takes the one away, and leaves the other. What
 * looks like a comment, a link or a style in the text of a script, or of data, is written so that wujie finds none.
 */
export function plainScripts(html: string): string {
  return html.replace(script, (whole, given: string, code: string, end: string) => {
    if (end === '') return whole
    const attributes = plainAttributes(given)
    if (dataType.test(attributes)) return `<script${attributes}>${code.replace(tagInData, '\\u003c')}${end}`
    if (otherType.test(attributes)) return `<script${attributes}>${code}${end}`
    const typed = attributes.replace(oldType, '$1text/javascript')
    const plain = code
      .replace(/^(\s*)<!--.*/, '$1')
      .replace(/(^|\n)[ \t]*(?:\/\/[ \t]*)?-->(\s*)$/, '$1$2')
      .replaceAll('<!--', '<\\x21--')
      .replace(tagInCode, (_, sign: string) => `<\\u00${sign.charCodeAt(0).toString(16)}`)
    return `<script${typed}>${plain}${end}`
  })
}

/**
 * What a page writes of itself: the frame of its scripts would begin anew, and nobody would see it. It stands where a script of the
 * page's body is that writes it, and else comes last in the page.
 */
function writeInPlace(frame: FrameWindow): void {
  const { contains } = Node.prototype
  const write = (...given: unknown[]) => {
    const shown = shownWindow(frame)?.document
    if (!shown) return
    const made = shown.createElement('template')
    made.innerHTML = given.join('')
    const scripts = [...made.content.querySelectorAll('script')]
    for (const one of scripts) one.remove()
    const writing = frame.document.currentScript
    const place = contains.call(shown.body, writing) ? writing : null
    const parent = place?.parentNode ?? shown.body
    for (const node of [...made.content.childNodes, ...scripts]) parent.insertBefore(node, place)
  }
  Object.assign(frame.document, {
    write,
    writeln: (...given: unknown[]) => write(...given, '\n'),
    open: () => frame.document,
    close: () => {},
  })
}

import type { plugin as Plugin } from 'wujie'
import { type Files, fileAddress, ofConsole } from './file-addresses'
import { type FrameWindow, shownWindow } from './frame-window'
import { placedStyles } from './style-places'

/**
 * What a page's scripts and styles name relative to it starts from where its files are, however deep its route is: wujie
 * keeps the console's address as the base of the scripts, and puts style sheets into the page itself.
 */
export function placesPlugin(files: Files): Plugin {
  return {
    // With a loader of its own wujie keeps no copy of the page: each opening sees the present one, and what is said of it.
    htmlLoader: (html) => withPlaces(placedImportMaps(html, files)),
    cssLoader: (css, address, base) => placedStyles(css, address || base, files),
    windowPropertyOverride: (frame) => {
      frame.document.head.querySelector('base')?.setAttribute('href', files.folder)
    },
  }
}

/** Any script of a page; one without an end is none. */
export const script = /<script\b([^<>]*)>([\s\S]*?)(<\/script>|$)/gi
const importMapType = /\stype\s*=\s*["']?importmap\b/i

const shownScript = new RegExp(`<!--[\\s\\S]*?(?:-->|$)|${script.source}`, 'gi')
const asyncModule = /<script\b(?=[^<>]*\stype\s*=\s*["']?module\b)(?=[^<>]*\sasync\b)/i
const module = /<script\b[^<>]*\stype\s*=\s*["']?module\b/i

/**
 * A file is one module by whichever of its addresses it is imported: what a module file names by the root of its host is
 * found by the map that its page has, or is given.
 */
export function placedImportMaps(html: string, files: Files): string {
  let isGiven = false
  const place = (given: unknown): unknown =>
    typeof given === 'string' && /^(?:\/(?!\/)|\.{1,2}\/)/.test(given) ? fileAddress(given, files) : given
  const placed = (map: object = {}) =>
    Object.fromEntries(Object.entries(map).map(([name, address]) => [name, place(address)]))
  // What stands in a comment is none.
  const mapped = html.replace(shownScript, (whole, attributes = '', text = '', end = '') => {
    if (end === '' || !importMapType.test(attributes)) return whole
    try {
      const { imports, scopes = {}, ...rest } = JSON.parse(text)
      const inner = Object.entries<object>(scopes).map(([scope, map]) => [place(scope), placed(map)])
      const own = isGiven ? {} : rootsOf(files)
      isGiven = true
      const map = { ...rest, imports: { ...own, ...placed(imports) }, scopes: Object.fromEntries(inner) }
      return `<script type="importmap">${JSON.stringify(map)}</script>`
    } catch {
      // Its makers hear of it from the browser.
      isGiven = true
      return whole
    }
  })
  // An `async` module may run before whatever stands before it, and browsers take no map then.
  if (isGiven || !module.test(html) || asyncModule.test(html)) return mapped
  return mapped.replace(shownScript, (whole) => {
    if (isGiven || whole.startsWith('<!--')) return whole
    isGiven = true
    return `<script type="importmap">${JSON.stringify({ imports: rootsOf(files) })}</script>${whole}`
  })
}

/** Where a host's root is here; what is placed already, and what is the console's, stays. */
function rootsOf({ folder, prefix }: Files): Record<string, string> {
  const itself = [folder, ...ofConsole.map((path) => new URL(path, folder).href)]
  return {
    '/': folder,
    [`${prefix}/`]: folder,
    ...Object.fromEntries(itself.map((address) => [address, address])),
  }
}

/**
 * wujie takes a page's scripts out of it, and runs them in a document that nobody sees. One that asks for its own place in
 * the page, to draw or write beside it (SvelteKit), finds a mark that was left there.
 */
export const inline = /<script\b(?![^<>]*\ssrc\s*=)([^<>]*)>([\s\S]*?)(<\/script>|$)/gi
const placeType = 'text/x-place'
const asksForPlace = /currentScript|document\s*\.\s*write/
const mark = 'data-script-place'

/** wujie takes comments away, by which builds that were drawn before know their parts; one that is spelt like this it keeps. */
const comment = /<!--((?:(?!doctype)[^<>\n-][^<>\n]*)?)-->/gi

export function withPlaces(html: string): string {
  let place = 0
  return html
    .replace(comment, '<!$1>')
    .replace(inline, (whole, attributes: string, code: string, end: string) => {
      if (end === '' || !asksForPlace.test(code)) return whole
      place += 1
      const name = `${mark}="${place}"`
      return `<script type="${placeType}" ${name}></script><script ${name}${attributes}>${code}</script>`
    })
}

/**
 * Builds that look for themselves by the address that their script bears (Turbopack, Dojo) find the one that they were built
 * with; wujie runs the text of a file, and its script bears none. A script that has begun does not begin again.
 * @param asBuilt what a file's address was before it stood here
 */
export function tellPlaces(frame: FrameWindow, asBuilt: (address: string) => string): void {
  const page = frame.document
  const own = Object.getOwnPropertyDescriptor(frame.Document.prototype, 'currentScript')?.get
  const tell = (script: HTMLOrSVGScriptElement) => {
    // A script that a script has made waits for nobody; one of the page's HTML does, as far as it does not say otherwise.
    if ('async' in script && !script.hasAttribute('async')) script.async = false
    if (Object.hasOwn(script, 'src') === script.hasAttribute('src')) return
    const address = String(Reflect.get(script, 'src'))
    if (!Object.hasOwn(script, 'src')) Object.defineProperty(script, 'src', { value: address })
    if (address !== '') Element.prototype.setAttribute.call(script, 'src', asBuilt(address))
  }
  Object.defineProperty(page, 'currentScript', {
    configurable: true,
    get: () => {
      const script: HTMLOrSVGScriptElement | null = own?.call(page) ?? null
      if (script) tell(script)
      const place = script?.getAttribute(mark)
      const left = place && `script[type="${placeType}"][${mark}="${CSS.escape(place)}"]`
      return (left && shownWindow(frame)?.document.querySelector(left)) || script
    },
  })
  const { get: find } = Object.getOwnPropertyDescriptor(Document.prototype, 'scripts') ?? {}
  const scripts: HTMLCollectionOf<HTMLScriptElement> = find?.call(page)
  // Whoever looks for scripts comes by here.
  Object.defineProperty(page, 'scripts', {
    configurable: true,
    get: () => {
      for (const script of scripts) tell(script)
      return scripts
    },
  })
}

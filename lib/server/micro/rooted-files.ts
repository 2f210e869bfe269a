import 'server-only'
import type { BuiltFor } from '#lib/built-for'
import { isPart } from '#lib/server/http/page-part'
import { placedSet } from '#lib/source-set'

/**
 * Builds for the root of their host name their files `/assets/x.js`; here they stand at `/micro/{code}/assets/x.js`
 * (FRAME-2). What HTML and CSS name is put right on the way through; what scripts name, in the page itself
 * (components/micro-app/file-addresses.ts); what neither sees is asked for at the console's root, and sent on.
 * No expression here may look through the rest of a text from each of its places: a hostile one would stop everybody.
 */

export const isHtml = /^text\/html\s*(?:;|$)/i
const isCss = /^text\/css\s*(?:;|$)/i

export function namesFiles(type: string | null | undefined): boolean {
  return isHtml.test(type ?? '') || isCss.test(type ?? '')
}

/** Bytes of a file that is looked through, and held for it; one that is larger names its files in scripts. */
export const largest = 2 * 1024 * 1024

/**
 * @param home where the system's files stand, such as `/micro/ems`
 * @param prefix what its pages' addresses begin with, such as `/ems`: a build for that path has it before its files, too
 */
export function placed(body: Buffer, type: string, home: string, prefix: string): Buffer {
  // Byte for byte: whatever the encoding, addresses are ASCII.
  const text = body.toString('latin1')
  const base = home.slice(0, home.lastIndexOf('/micro/'))
  const place = (path: string) => {
    // Its API, which is no file, and what is put right already.
    if (path.startsWith(`${base}/api/`) || path.startsWith(`${home}/`)) return path
    return home + (path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path)
  }
  const changed = isCss.test(type) ? placedCss(text, place) : placedHtml(text, place)
  return Buffer.from(changed, 'latin1')
}

type Place = (path: string) => string

function placedCss(text: string, place: Place): string {
  return text.replace(
    /(url\(\s*(?:["']|&quot;)?|@import\s+["'])(\/(?!\/)[^"')\s]*)/gi,
    (_, before: string, path: string) => before + place(path),
  )
}

/** Elements that load files; links lead to pages, and a base says where the build expects to be. */
const element = /<(?:script|link|img|source|video|audio|track|input|image|use)\b[^<>]*>/gi
const attribute = /(\s(?:src|href|poster|data-src)\s*=\s*["']?)(\/(?!\/)[^"'\s>]*)/gi
const sourceSet = /(\ssrcset\s*=\s*)(["'])(.*?)\2/gi
const anyElement = /<[a-z][^<>]*>/gi
const style = /\sstyle\s*=\s*(["']).*?\1/gis

function placedHtml(text: string, place: Place): string {
  const files = text.replace(element, (tag) =>
    tag
      .replace(attribute, (_, before: string, path: string) => before + place(path))
      .replace(sourceSet, (_, before: string, quote: string, set: string) => {
        const changed = placedSet(set, (path) => (/^\/(?!\/)/.test(path) ? place(path) : path))
        return before + quote + changed + quote
      }),
  )
  const drawn = files.replace(anyElement, (tag) => tag.replace(style, (css) => placedCss(css, place)))
  const styles = replacedWithin(drawn, 'style', (css) => placedCss(css, place))
  return replacedWithin(styles, 'script', (script) =>
    script.replace(
      /(\bimport\s*\(\s*["']|\bfrom\s*["']|\bimport\s*["'])(\/(?!\/)[^"']*)/g,
      (_, before: string, path: string) => before + place(path),
    ),
  )
}

/** Changes what stands in each element of this name, in one pass whatever the text: one without an end ends it. */
function replacedWithin(text: string, name: string, change: (content: string) => string): string {
  const begin = new RegExp(`<${name}\\b[^<>]*>`, 'gi')
  const end = new RegExp(`</${name}>`, 'gi')
  const parts: string[] = []
  let done = 0
  while (begin.exec(text) !== null) {
    end.lastIndex = begin.lastIndex
    const ended = end.exec(text)
    if (ended === null) break
    parts.push(text.slice(done, begin.lastIndex), change(text.slice(begin.lastIndex, ended.index)))
    done = ended.index
    begin.lastIndex = end.lastIndex
  }
  return parts.join('') + text.slice(done)
}

/** One without an end reaches to the end of the text. */
const comment = /<!--[\s\S]*?(?:-->|$)/g
const base = /<base\b[^<>]*?\shref\s*=\s*["']?([^"'\s>]*)/i
const scriptSource = /<script\b[^<>]*?\ssrc\s*=\s*["']?([^"'\s>]*)/gi
const imported = /\bimport\s*(?:\(\s*)?["']([^"']*)|\bfrom\s*["']([^"']*)/g

/**
 * Where a build expects its pages to stand, which its router does as well: at the root of its host, or at `/{code}`; nothing
 * where all its addresses are relative. Its base says so, and else its scripts do.
 * @param prefix what its pages' addresses begin with here, such as `/ems`
 */
export function builtFor(body: Buffer, prefix: string): BuiltFor | undefined {
  const html = body.toString('latin1').replace(comment, '')
  const addresses = [
    base.exec(html)?.[1] ?? '',
    ...[...html.matchAll(scriptSource)].map(([, path = '']) => path),
  ]
  replacedWithin(html, 'script', (script) => {
    for (const [, called, named] of script.matchAll(imported)) addresses.push(called ?? named ?? '')
    return script
  })
  if (addresses.some((path) => path === prefix || path.startsWith(`${prefix}/`))) return 'prefix'
  return addresses.some((path) => /^\/(?!\/)/.test(path)) ? 'root' : undefined
}

/** What a browser asks for when it shows a page; everything else is a file that a page names. */
const pages = new Set(['document', 'iframe', 'frame', 'object', 'embed', 'serviceworker'])
const code = '[A-Za-z0-9][A-Za-z0-9_-]{0,29}'

/**
 * Where a file stands that a system's page asks for at the root of the console; nothing where the request is none of these.
 * The browser says which page asks; whether its person may have the file is decided where it stands.
 * @param path without the base path
 * @param ownPaths first segments that are the console's
 */
export function fileAskedAtRoot(
  { method, headers }: Pick<Request, 'method' | 'headers'>,
  path: string,
  base: string,
  ownPaths: ReadonlySet<string>,
): string | undefined {
  const isRead = method === 'GET' || method === 'HEAD'
  const kind = headers.get('sec-fetch-dest')
  const isPage = kind === null ? /text\/html/.test(headers.get('accept') ?? '') : pages.has(kind)
  if (!isRead || isPage || isPart(headers) || !/\/[^/]+\.[A-Za-z0-9]{1,12}$/.test(path)) return undefined
  if ((headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin') return undefined
  const referrer = headers.get('referer') ?? ''
  const asking = URL.canParse(referrer) ? new URL(referrer).pathname : ''
  if (!asking.startsWith(`${base}/`)) return undefined
  const system = new RegExp(`^(?:/micro)?/(${code})(?:/|$)`).exec(asking.slice(base.length))?.[1]
  if (system === undefined || ownPaths.has(system)) return undefined
  const below = path.startsWith(`/${system}/`) ? path.slice(system.length + 1) : path
  return `${base}/micro/${system}${below}`
}

import 'server-only'
import { config } from '#lib/server/config'

/**
 * What shows or saves something by its plain address: pictures, sound, films, CSS, downloads, a tab of its own, event
 * streams. Not what runs (scripts, workers), and not what would put an answer into a page as a page (frames).
 */
const kinds = new Set(['image', 'audio', 'video', 'track', 'font', 'document', 'empty'])

/**
 * Whether this read of a system's own API comes from a page of ours, though it bears no mark (FRAME-3): no element, no
 * link and no `EventSource` can send one. The browser itself says that no other site had a hand in it, redirects included;
 * where it does not (plain HTTP), it names the page. The session's cookie does not come along from other sites either.
 * Writes always need the mark.
 */
export function isPlainRead(method: string, headers: Headers): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const origin = headers.get('origin')
  if (origin !== null && !config().origins.includes(origin)) return false
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' && kinds.has(headers.get('sec-fetch-dest') ?? 'empty')
  const referrer = headers.get('referer') ?? ''
  return URL.canParse(referrer) && config().origins.includes(new URL(referrer).origin)
}

import 'server-only'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { basePath } from '#lib/request'
import { installBeforeNext } from './before-next'
import { takesGzip } from './direct-answers'
import { copyOf } from './whole-answers'

/** A page as it was made for somebody: its headers, what stands between its nonces, and until when it is taken again. */
interface Kept {
  headers: OutgoingHttpHeaders
  nonce: string
  parts: readonly string[]
  until: number
}

/** Milliseconds, after which changed settings, and what was learnt of the platform, are in it. */
const keptFor = 5_000
/** Milliseconds for which the former page is taken on while somebody makes the next one. */
const making = 1_000
/** Ways to look; whoever sends ever others pushes out the oldest. */
const most = 64
/** Cookies that say how a page is to look, and nothing of whose it is. */
const looks = /^(?:(?:^|; )(?:lang|tz|scheme|density|sidebar)=[\w%/+.-]{0,40})*$/
/** What browsers and proxies send with a navigation; none of it comes into the page. Anything else may. */
const usual =
  /^(?:host|connection|cookie|referer|user-agent|accept|accept-(?:encoding|language)|cache-control|pragma|priority|dnt|upgrade-insecure-requests|sec-(?:fetch|ch|gpc).*|via|forwarded|x-real-ip|x-request-id|x-forwarded-(?:for|host|port|proto|scheme|server)|x-scheme)$/
const packed = promisify(gzip)
const unpacked = promisify(gunzip)

/**
 * Answers with the page of a moment ago where a request says no more than how the page is to look, so that a crowd or a flood at the
 * door costs next to nothing of what those inside need. Each answer has a nonce of its own.
 * @param path without the base path, of a page that shows the same to all
 * @param isTooMany whether it is one too many from its address; one that is let through counts
 */
export function installKeptPage(
  path: string,
  isTooMany: (headers: Headers) => boolean,
  now = () => performance.now(),
): void {
  const pages = new Map<string, Kept>()
  installBeforeNext(async (request, response, pass) => {
    if (!isPlain(request, path)) return pass()
    const { headers } = request
    const look = headers.cookie ?? ''
    const kept = pages.get(look)
    if (kept !== undefined && now() < kept.until) {
      const asked = new Headers({ 'x-forwarded-for': String(headers['x-forwarded-for'] ?? '') })
      // The guard refuses it, and says so.
      return isTooMany(asked) ? pass() : send(request, response, kept)
    }
    if (kept !== undefined) kept.until = now() + making
    void copyOf(response)
      .then((bytes) => bytes && keptOf(response, bytes, now() + keptFor))
      // What cannot be read is not kept.
      .catch(() => undefined)
      .then((fresh) => {
        if (!fresh) return
        pages.delete(look)
        pages.set(look, fresh)
        const oldest = pages.keys().next().value
        if (pages.size > most && oldest !== undefined) pages.delete(oldest)
      })
    return pass()
  })
}

function isPlain({ method, url, headers }: IncomingMessage, path: string): boolean {
  const { 'sec-fetch-dest': destination = 'document', cookie = '' } = headers
  return (
    method === 'GET' &&
    url === basePath + path &&
    destination === 'document' &&
    looks.test(cookie) &&
    Object.keys(headers).every((name) => usual.test(name))
  )
}

/** Nothing where the answer is not the same for the next one. */
async function keptOf(response: ServerResponse, bytes: Buffer, until: number): Promise<Kept | undefined> {
  const { 'content-encoding': encoding, ...headers } = response.getHeaders()
  const [, nonce] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? []
  const isPage = response.statusCode === 200 && /^text\/html\b/.test(String(headers['content-type']))
  if (!isPage || nonce === undefined || headers['set-cookie']) return undefined
  if (encoding !== undefined && encoding !== 'gzip') return undefined
  const page = encoding === undefined ? bytes : await unpacked(bytes)
  return { headers, nonce, parts: page.toString().split(nonce), until }
}

async function send(request: IncomingMessage, response: ServerResponse, kept: Kept): Promise<void> {
  const nonce = randomBytes(16).toString('base64')
  response.statusCode = 200
  for (const [name, value] of Object.entries(kept.headers)) {
    // What every answer has of its own by now, such as its id, stays.
    if (value === undefined || (response.hasHeader(name) && name !== 'content-security-policy')) continue
    response.setHeader(name, typeof value === 'string' ? value.replaceAll(kept.nonce, nonce) : value)
  }
  response.removeHeader('content-length')
  const page = Buffer.from(kept.parts.join(nonce))
  if (!takesGzip(request)) {
    response.end(page)
    return
  }
  response.setHeader('content-encoding', 'gzip')
  response.end(await packed(page))
}

import 'server-only'
import { Readable, Transform } from 'node:stream'
import type { NextRequest } from 'next/server'
import { asLocale, localeKey } from '#lib/i18n/locale'
import { isPlainPath, readReachableApps } from './micro-apps'
import { namedHeaders, passHeaders } from './named-headers'
import { isTooMany } from './rate-limit'
import { cookieName, openSession } from './session'
import { exchange, TransportError } from './transport'

/** Milliseconds; the sub-application itself has 10 s to be ready. */
const patience = 8_000
const largestFile = 32 * 1024 * 1024

/**
 * What a browser asks for when it is about to show a page of its own, or to let a script answer for the server: a service
 * worker would stay after its system is gone.
 */
const documents = new Set(['document', 'iframe', 'frame', 'object', 'embed', 'serviceworker'])
const passedOn = ['accept', 'if-none-match', 'if-modified-since'] as const
const passedBack = ['content-type', 'content-length', 'etag', 'last-modified'] as const
const headersOfEvery = {
  // Its HTML is read by the sandbox; it is never a page of the console.
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  vary: 'Cookie',
}

/**
 * `GET /micro/{code}/…`: the static files of a registered, enabled system, from an origin that the operator allows.
 * It gets no cookie and no token of ours, and sets none.
 */
export async function serveMicroFile(request: NextRequest): Promise<Response> {
  const destination = request.headers.get('sec-fetch-dest') ?? ''
  const site = request.headers.get('sec-fetch-site')
  const isWorker = request.headers.has('service-worker')
  if (documents.has(destination) || isWorker || (site !== null && site !== 'same-origin')) return refuse(403)
  const session = await openSession(request.cookies.get(cookieName())?.value)
  if (isTooMany(request.headers, session, 'file')) return refuse(429)
  if (session === null) return refuse(401)
  const [, code = '', path = ''] = /^\/micro\/([^/]+)(\/.*)$/.exec(request.nextUrl.pathname) ?? []
  if (!isPlainPath(path)) return refuse(404)
  const locale = asLocale(request.cookies.get(localeKey)?.value)
  const apps = await readReachableApps({ session, locale, headers: request.headers })
  if (!apps.ok) return refuse(apps.failure.kind === 'ended' ? 401 : 502)
  const origin = apps.data.find((app) => app.code === code)?.origin
  if (origin === undefined) return refuse(404)
  try {
    return await fetchFile(request, origin, path)
  } catch (error) {
    const fault = error instanceof TransportError ? error.fault : 'unreachable'
    return refuse(fault === 'timeout' ? 504 : fault === 'clientGone' ? 499 : 502)
  }
}

async function fetchFile(request: NextRequest, origin: URL, path: string): Promise<Response> {
  const {
    status,
    headers: given,
    body,
  } = await exchange({
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    origin,
    path: path + request.nextUrl.search,
    headers: namedHeaders(request.headers, passedOn),
    signal: request.signal,
    timeout: patience,
  })
  if (status !== 200 && status !== 304) {
    body.destroy()
    // A redirect would leave the allowed origin; everything else is a file that is not there or a fault.
    return refuse(status >= 400 && status < 500 ? 404 : 502)
  }
  const result = new Headers(headersOfEvery)
  passHeaders(given, passedBack, result)
  result.set('cache-control', cacheControl(given['cache-control']))
  if (status === 304 || request.method === 'HEAD') {
    body.resume()
    return new Response(null, { status, headers: result })
  }
  return new Response(limited(body), { status, headers: result })
}

/** The files are for signed-in people: nothing between the browser and the console keeps them. */
function cacheControl(given: string | undefined): string {
  const age = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(given ?? '')?.[1]
  if (age === undefined || /no-store|no-cache/i.test(given ?? '')) return 'private, no-cache'
  return `private, max-age=${age}${/immutable/i.test(given ?? '') ? ', immutable' : ''}`
}

function limited(body: Readable): ReadableStream {
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > largestFile ? new TransportError('tooLarge') : null, chunk)
    },
  })
  body.on('error', (error) => counted.destroy(error))
  counted.on('close', () => body.destroy())
  return Readable.toWeb(body.pipe(counted)) as ReadableStream
}

function refuse(status: number): Response {
  return new Response(null, { status, headers: { ...headersOfEvery, 'cache-control': 'no-store' } })
}

import 'server-only'
import { Readable } from 'node:stream'
import type { NextRequest } from 'next/server'
import { limits } from '#contracts/limits'
import type { Locale } from '#lib/i18n/locale'
import { answerHeaders } from './answers'
import { crossSite } from './cross-site'
import { isPlainPath, type MicroApp, microAppOfCall, readReachableApps } from './micro-apps'
import { namedHeaders, passHeaders } from './named-headers'
import { type Refusal, refuse, refuseFault } from './refusals'
import { bodyOf, hasBody } from './request-body'
import type { Session } from './session'
import { failureAnswer } from './session-route'
import { staleTab } from './stale-tab'
import { exchange, TransportError } from './transport'
import { upstreamHeaders } from './upstream-headers'

/** The platform's own paths begin with these (specification section 7). */
const platformPaths = new Set(['sys', 'auth', 'authorization', 'session'])
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
const longestQuery = 4096
const bodyTypes = /^(?:application\/json|application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i
const shownTypes = /^(?:application\/json|image\/(?:png|jpeg|gif|webp|bmp)|text\/plain)\s*(?:;|$)/i
const savedTypes =
  /^(?:text\/csv|application\/(?:pdf|zip|octet-stream|vnd\.(?:ms-excel|openxmlformats-officedocument\.[a-z.]+)))\s*(?:;|$)/i
const passedOn = ['accept', 'if-none-match', 'range'] as const
const passedBack = [
  'content-type',
  'content-length',
  'etag',
  'last-modified',
  'content-range',
  'accept-ranges',
  'content-disposition',
] as const

/**
 * A call of a registered system's own API (`/{code}/…`, `/{code}-admin/…`): passed on with the person's authority, which
 * its page never holds (MICRO-3). Nothing where the path is none of a registered system's; `ended` where nobody is signed
 * in (any more), which its page has to learn as from any other call.
 */
export async function forwardToSystem(
  request: NextRequest,
  path: string,
  locale: Locale,
  session: Session | null,
): Promise<Response | 'ended' | undefined> {
  const prefix = /^\/([A-Za-z0-9][A-Za-z0-9_-]{0,35})\//.exec(path)?.[1]
  if (prefix === undefined || platformPaths.has(prefix)) return undefined
  // Nobody else's page ends a session by asking: the caller refuses this one like any call from elsewhere.
  if (crossSite(request.method, request.headers) !== undefined) return undefined
  if (session === null) return 'ended'
  const caller = { session, locale, headers: request.headers }
  const apps = await readReachableApps(caller)
  if (!apps.ok && apps.failure.kind === 'ended') return 'ended'
  // Whose call it is cannot be told while the platform does not answer.
  if (!apps.ok && apps.failure.kind !== 'refused') return failureAnswer(apps.failure, locale)
  const app = apps.ok ? microAppOfCall(apps.data, path) : undefined
  if (app === undefined) return undefined
  const refusal = refusalOf(request, path, app) ?? staleTab(request, session)
  if (refusal !== undefined) return refuse(locale, refusal)
  const headers = { ...upstreamHeaders(caller), ...namedHeaders(request.headers, passedOn) }
  const sent = bodyOf(request)
  if (sent !== undefined) Object.assign(headers, sent.headers)
  else if (request.method !== 'GET' && request.method !== 'HEAD') headers['content-length'] = '0'
  try {
    const incoming = await exchange({
      method: request.method,
      origin: app.origin,
      path: path + request.nextUrl.search,
      headers,
      body: sent?.stream,
      largestBody: limits.uploadBytes,
      signal: request.signal,
    })
    return passBack(incoming, request.method)
  } catch (error) {
    return refuseFault(locale, error, `${request.method} of the system ${app.code}`)
  }
}

function refusalOf(request: NextRequest, path: string, app: MicroApp): Refusal | undefined {
  if (!methods.has(request.method))
    return { status: 405, key: 'unknownCall', headers: { allow: [...methods].join(', ') } }
  if (app.origin === undefined || !isPlainPath(path)) return { status: 404, key: 'unknownCall' }
  if (request.nextUrl.search.length > longestQuery) return { status: 414, key: 'tooLong' }
  const type = request.headers.get('content-type') ?? ''
  if (hasBody(request) && !bodyTypes.test(type)) return { status: 415, key: 'wrongType' }
  const size = Number(request.headers.get('content-length') ?? 0)
  return size > limits.uploadBytes ? { status: 413, key: 'tooLarge' } : undefined
}

/**
 * Only what a browser does not run is passed back. A system that says that the session is over says so to its own page:
 * the console asks the platform.
 */
function passBack(
  { status, headers: given, body }: Awaited<ReturnType<typeof exchange>>,
  method: string,
): Response {
  const type = String(given['content-type'] ?? '')
  const isEmpty = status === 204 || status === 304 || method === 'HEAD'
  const isShown = shownTypes.test(type)
  if ((!isEmpty && !isShown && !savedTypes.test(type)) || (status >= 300 && status < 400 && status !== 304)) {
    body.destroy()
    throw new TransportError('nonsense')
  }
  const headers = answerHeaders()
  passHeaders(given, passedBack, headers)
  if (!isShown && !isEmpty && !/^attachment/i.test(headers.get('content-disposition') ?? '')) {
    headers.set('content-disposition', 'attachment')
  }
  if (isEmpty) {
    body.resume()
    return new Response(null, { status, headers })
  }
  return new Response(Readable.toWeb(body) as ReadableStream, { status, headers })
}

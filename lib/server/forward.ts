import 'server-only'
import { Readable } from 'node:stream'
import type { NextRequest } from 'next/server'
import { getTranslations } from 'next-intl/server'
import type { Endpoint } from '#contracts/endpoint'
import { codes, endsSession } from '#contracts/envelope'
import { match } from '#contracts/registry'
import { asLocale, type Locale, localeKey } from '#lib/i18n/locale'
import { answer, answerHeaders } from './answers'
import { crossSite } from './cross-site'
import { namedHeaders, passHeaders } from './named-headers'
import { isTooMany } from './rate-limit'
import { type Refusal, refuse, refuseFault, tooMany } from './refusals'
import { bodyOf, hasBody } from './request-body'
import {
  clearedSessionCookie,
  contextCookies,
  cookieName,
  forget,
  openSession,
  type Session,
} from './session'
import { staleTab } from './stale-tab'
import { forwardToSystem } from './system-calls'
import { exchange, type Incoming, TransportError } from './transport'
import { upstreamHeaders } from './upstream-headers'

/** Longest query string that is passed on, in characters. */
const longestQuery = 4096
/** Answers up to this size are read whole, to see whether they end the session; larger ones are lists, and stream. */
const smallAnswer = 16 * 1024

const passedToPlatform = ['accept', 'if-none-match', 'range'] as const
const passedToBrowser = [
  'content-type',
  'content-length',
  'etag',
  'last-modified',
  'content-range',
  'accept-ranges',
] as const
const allowedAnswers = {
  json: /^application\/json\s*(;|$)/i,
  image: /^image\/(png|jpeg|gif|webp|bmp)\s*(;|$)/i,
}
const allowedBodies = {
  none: /^/,
  json: /^application\/json\s*(;|$)/i,
  form: /^application\/x-www-form-urlencoded\s*(;|$)/i,
  multipart: /^multipart\/form-data\s*;/i,
}

/**
 * Passes a browser's call on to the platform, if the contract knows it, with the session's token; streams both ways.
 * The path is matched raw, as it came: decoded parameters could lead elsewhere.
 */
export async function forward(request: NextRequest): Promise<Response> {
  const locale = asLocale(request.cookies.get(localeKey)?.value)
  const path = request.nextUrl.pathname.slice('/api'.length)
  const seal = request.cookies.get(cookieName())?.value
  const session = await openSession(seal)
  if (isTooMany(request.headers, session)) return refuse(locale, tooMany)
  const fromSystem = await forwardToSystem(request, path, locale, session)
  if (fromSystem === 'ended') return ended(locale, codes.signedOut, seal)
  if (fromSystem !== undefined) return fromSystem
  const admitted = admit(request, path)
  if (!('endpoint' in admitted)) return refuse(locale, admitted)
  const { endpoint } = admitted

  const caller = endpoint.access === 'session' ? session : null
  if (endpoint.access === 'session' && caller === null) return ended(locale, codes.signedOut, seal)
  const stale = caller && staleTab(request, caller)
  if (stale) return refuse(locale, stale)
  try {
    const incoming = await send(request, endpoint, path, caller, locale)
    return await passOn(incoming, endpoint, locale, seal)
  } catch (error) {
    return refuseFault(locale, error, `${endpoint.method} ${endpoint.path}`)
  }
}

/** The contract's call that this request makes, if it may be made from where it comes. */
function admit(request: NextRequest, path: string): { endpoint: Endpoint } | Refusal {
  const found = match(request.method, path)
  const endpoint = found !== undefined && 'endpoint' in found ? found.endpoint : undefined
  // A stored picture stands in an `<img>`, which sends no header of ours.
  const isPicture = endpoint?.answer === 'image' && endpoint.access === 'session'
  const foreign = isPicture
    ? fromElsewhere(request.headers)
    : crossSite(request.method, request.headers) !== undefined
  if (foreign) return { status: 403, key: 'crossSite' }
  if (found === undefined || endpoint?.caller === 'server') return { status: 404, key: 'unknownCall' }
  if (endpoint === undefined) {
    const allow = 'allow' in found ? found.allow.join(', ') : ''
    return { status: 405, key: 'unknownCall', headers: { allow } }
  }
  return bodyFault(request, endpoint) ?? { endpoint }
}

/** Where browsers say nothing (plain HTTP), the session cookie decides: it does not come along from other sites. */
function fromElsewhere(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin'
}

function bodyFault(request: NextRequest, endpoint: Endpoint): Refusal | undefined {
  if (request.nextUrl.search.length > longestQuery) return { status: 414, key: 'tooLong' }
  const type = request.headers.get('content-type') ?? ''
  // A call may have all it says in its query; whether that is enough, the platform knows.
  const isFit = allowedBodies[endpoint.encoding].test(type) || (type === '' && !hasBody(request))
  if (!isFit) return { status: 415, key: 'wrongType' }
  const size = Number(request.headers.get('content-length') ?? 0)
  return size > endpoint.largestBody ? { status: 413, key: 'tooLarge' } : undefined
}

function send(
  request: NextRequest,
  endpoint: Endpoint,
  path: string,
  session: Session | null,
  locale: Locale,
): Promise<Incoming> {
  const headers = {
    ...upstreamHeaders({ session, locale, headers: request.headers }),
    ...namedHeaders(request.headers, passedToPlatform),
  }
  const sent = endpoint.encoding === 'none' ? undefined : bodyOf(request)
  if (sent !== undefined) Object.assign(headers, sent.headers)
  else if (endpoint.method === 'POST') headers['content-length'] = '0'
  return exchange({
    method: endpoint.method,
    path: path + request.nextUrl.search,
    headers,
    body: sent?.stream,
    largestBody: endpoint.largestBody,
    signal: request.signal,
  })
}

async function passOn(
  incoming: Incoming,
  endpoint: Endpoint,
  locale: Locale,
  seal: string | undefined,
): Promise<Response> {
  const { status, headers, body } = incoming
  if (status === 304) {
    body.resume()
    return new Response(null, { status, headers: answerHeaders() })
  }
  const type = String(headers['content-type'] ?? '')
  const isJson = allowedAnswers.json.test(type)
  const size = Number(headers['content-length'] ?? 0)
  // A refusal of an image call is an envelope, so JSON is let through everywhere.
  const passes =
    (isJson || allowedAnswers[endpoint.answer].test(type)) && status < 500 && !(status >= 300 && status < 400)
  if (!passes) {
    body.destroy()
    throw new TransportError('nonsense')
  }
  const result = answerHeaders()
  passHeaders(headers, passedToBrowser, result)
  // A stored picture never changes under its address; browsers keep it, nobody on the way does.
  const isPicture = !isJson && endpoint.answer === 'image' && endpoint.access === 'session'
  if (isPicture) result.set('cache-control', 'private, max-age=31536000, immutable')
  const stream = (source: Readable) =>
    new Response(Readable.toWeb(source) as ReadableStream, { status, headers: result })
  if (!isJson || size > smallAnswer) return stream(body)
  const { start, rest } = await beginning(body)
  if (rest !== undefined) return stream(Readable.from(joined(start, rest)))
  const code = envelopeCode(start)
  if (code !== undefined && endsSession(code)) return ended(locale, code, seal)
  return new Response(new Uint8Array(start), { status, headers: result })
}

/** The answer whole, where it is small; else its start, and what is still to come. */
async function beginning(body: Readable): Promise<{ start: Buffer; rest?: AsyncIterable<Buffer> }> {
  const chunks: Buffer[] = []
  let size = 0
  const iterator: AsyncIterableIterator<Buffer> = body.iterator({ destroyOnReturn: false })
  for (;;) {
    const { done, value } = await iterator.next()
    if (done) return { start: Buffer.concat(chunks) }
    chunks.push(value)
    size += value.length
    if (size > smallAnswer) return { start: Buffer.concat(chunks), rest: iterator }
  }
}

async function* joined(start: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield start
  yield* rest
}

function envelopeCode(bytes: Buffer): number | undefined {
  try {
    const envelope: unknown = JSON.parse(bytes.toString('utf8'))
    const code =
      typeof envelope === 'object' && envelope !== null && 'code' in envelope ? envelope.code : undefined
    return typeof code === 'number' ? code : undefined
  } catch {
    throw new TransportError('nonsense')
  }
}

/** The platform, or the lack of a cookie, says that the session is over: it ends here too. */
async function ended(locale: Locale, code: number, seal: string | undefined): Promise<Response> {
  forget(seal)
  const t = await getTranslations({ locale, namespace: 'errors' })
  const cookies = [clearedSessionCookie(), ...contextCookies(undefined)]
  return answer(401, { code, msg: t('ended') }, cookies)
}

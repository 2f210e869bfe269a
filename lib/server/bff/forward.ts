import 'server-only'
import { Readable } from 'node:stream'
import type { NextRequest } from 'next/server'
import { limits } from '#contracts/limits'
import { match } from '#contracts/registry'
import { failed, type Result, succeeded } from '#lib/result'
import { config } from '#lib/server/config'
import { forgetAllAnswers } from '#lib/server/http/answer-cache'
import { withAskedQuery } from '#lib/server/http/asked-query'
import { pickHeaders } from '#lib/server/http/headers'
import { noteLength } from '#lib/server/http/passed-length'
import { leavePlace } from '#lib/server/http/place'
import { describeAnswer } from '#lib/server/http/platform'
import { isTooMany } from '#lib/server/http/rate-limit'
import { bodyOf, hasBody } from '#lib/server/http/request-body'
import { requestIdHeader } from '#lib/server/http/request-id'
import { apiHeaders } from '#lib/server/http/responses'
import { exchange, type Incoming, TransportError } from '#lib/server/http/transport'
import { inTurn, type Line } from '#lib/server/http/turns'
import { upstreamHeaders } from '#lib/server/http/upstream-headers'
import { type BrowserCall, type BrowserRequest, openCall } from '#lib/server/session/browser-call'
import { readPending, setPendingCookie } from '#lib/server/session/pending-sign-out'
import { beginningOf, joined } from './beginning'
import { contractTarget, isForeign } from './contract-calls'
import { isPlainRead } from './plain-read'
import { faultRefusal, type Refusal, refuse, sessionRefusal, tooMany } from './refusals'
import { withStatedContext } from './stated-context'
import { systemTarget } from './system-calls'
import type { Target } from './target'

/** Longest query string that is passed on, in characters. */
const longestQuery = 4096

/**
 * Passes a browser's call on to the platform, if the contract knows it, or to a registered system, with the person's
 * authority, which no page holds; streams both ways. What is refused on the way is answered in the person's language.
 */
export async function forward(request: NextRequest): Promise<Response> {
  const { method, headers, signal, nextUrl, cookies } = request
  if (method !== 'HEAD' || match('GET', pathIn(request))?.endpoint === undefined)
    return responseOf(await answerCall(request))
  const answer = responseOf(
    await answerCall({ method: 'GET', headers, signal, nextUrl, cookies, body: null }),
  )
  await answer.body?.cancel()
  return new Response(null, answer)
}

const pathIn = ({ nextUrl }: BrowserRequest) => nextUrl.pathname.slice('/api'.length)

/** The same, as it came: what sends it need not make a `Response` of it, and take that apart. */
export async function answerCall(request: BrowserRequest): Promise<Passed | Response> {
  const call = withStatedContext(await openCall(withAskedQuery(request)))
  const pending = await readPending(call)
  const passed = await pass(call)
  const response = passed.ok ? passed.data : await refuse(call, passed.failure)
  await setPendingCookie(response, pending)
  return response
}

async function pass(call: BrowserCall): Promise<Result<Passed, Refusal>> {
  const target = await resolve(call)
  if (!target.ok) return target
  const refusal = await guard(call, target.data)
  if (refusal !== undefined) return failed(refusal)
  try {
    return await passBack(call, target.data, await send(call, target.data))
  } catch (error) {
    return failed(faultRefusal(error, target.data.name, call.headers.get(requestIdHeader)))
  }
}

/** What is passed back. */
interface Passed {
  status: number
  headers: Headers
  body: Readable | Buffer | null
}

/** Finds where a call goes. The path is matched raw, as it came: decoded parameters could lead elsewhere. */
async function resolve(call: BrowserCall): Promise<Result<Target, Refusal>> {
  const path = pathIn(call.request)
  const found = match(call.request.method, path)
  const foreign = failed<Refusal>({ status: 403, key: 'crossSite' })
  const isUnmarked = isForeign(call, found?.endpoint)
  // What a system's page shows by its plain address bears no mark; the platform's own calls always do.
  if (isUnmarked && !isPlainRead(call.request.method, call.headers)) return foreign
  // Only now: what another site has browsers send takes nothing of what their people may.
  if (isTooMany(call.headers, call.session)) return failed(tooMany)
  const system = await systemTarget(call, path)
  if (!system.ok) return system
  if (system.data !== undefined) return succeeded(system.data)
  return isUnmarked ? foreign : contractTarget(call, path, found)
}

/** Why a call goes no further: its size and form, whose it is and where its page stands, what the person may do. */
async function guard(call: BrowserCall, target: Target): Promise<Refusal | undefined> {
  const { headers, nextUrl } = call.request
  if (nextUrl.search.length > longestQuery) return { status: 414, key: 'tooLong' }
  // A call may have all it says in its query; whether that is enough, its target knows.
  const isFit = !hasBody(call.request) || target.bodyTypes?.test(headers.get('content-type') ?? '') !== false
  // A system may know what packs a body; the platform is sent what it is.
  const isPacked = !/^(?:identity)?$/i.test(headers.get('content-encoding') ?? '')
  if (!isFit || (isPacked && target.origin === undefined)) return { status: 415, key: 'wrongType' }
  const size = Number(headers.get('content-length') ?? 0)
  if (size > (target.largestBody ?? 0)) return { status: 413, key: 'tooLarge' }
  return (target.access === 'session' ? sessionRefusal(call) : undefined) ?? target.withheld?.()
}

/** @throws TransportError */
export async function send({ request, ...caller }: BrowserCall, target: Target): Promise<Incoming> {
  const { access, origin, path, largestBody = 0, timeout } = target
  const { signal } = request
  const authority = access === 'session' ? caller : { ...caller, session: null }
  const streams = origin !== undefined || largestBody > limits.jsonBytes
  const body =
    target.bodyTypes === undefined ? undefined : await bodyOf(request, { largest: largestBody, streams })
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const ask = () =>
    exchange({
      method: request.method,
      origin,
      path: path + request.nextUrl.search,
      headers: {
        ...target.told,
        ...(access === 'none' ? {} : upstreamHeaders(authority)),
        ...pickHeaders(request.headers, target.passedOn),
        ...(body?.headers ?? (isRead ? {} : { 'content-length': '0' })),
      },
      body: body?.content,
      largestBody,
      signal,
      timeout,
      streams: target.streams,
    })
  try {
    const person = caller.session?.userId
    const waiting = { signal, patience: timeout ?? config().timeout }
    if (origin !== undefined) {
      leavePlace()
      const askSystem = () => inTurn('system', origin.origin, waiting, async () => held(await ask(), target))
      return await inTurnUntilPassed(`${person} ${origin.origin}`, waiting, askSystem)
    }
    // Strangers are bounded at the gate; they are nobody whose calls would be in one line.
    return await (person === undefined ? ask() : inTurn(lineOf(target, body), person, waiting, ask))
  } finally {
    if (target.changes) forgetAllAnswers()
  }
}

/** A person's turn with a system, which is theirs until what is held for them is on its way. */
function inTurnUntilPassed(
  whose: string,
  waiting: { signal: AbortSignal; patience: number },
  ask: () => Promise<Incoming>,
): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    inTurn('person', whose, waiting, async () => {
      const incoming = await ask()
      const { body } = incoming
      resolve(incoming)
      if (!(body instanceof HeldBody)) return
      const { signal } = waiting
      const gone = () => body.destroy()
      if (signal.aborted) gone()
      signal.addEventListener('abort', gone, { once: true })
      await new Promise((passed) => body.once('close', passed))
      signal.removeEventListener('abort', gone)
    }).catch(reject)
  })
}

/** Bytes of a held body that go on their way at once. */
const part = 64 * 1024

class HeldBody extends Readable {
  #rest: Buffer
  constructor(bytes: Buffer) {
    super({ highWaterMark: part })
    this.#rest = bytes
  }
  override _read(): void {
    const next = this.#rest.subarray(0, part)
    this.#rest = this.#rest.subarray(part)
    this.push(next.length > 0 ? next : null)
  }
}

async function held(incoming: Incoming, target: Target): Promise<Incoming> {
  const { holds, change } = target
  const most = holds?.(incoming) ?? 0
  if (most === 0 || change === undefined) return incoming
  const { start, rest } = await beginningOf(incoming.body, most)
  if (rest === undefined) return { ...incoming, body: new HeldBody(change(start, incoming, true)) }
  const body = Readable.from(joined(change(start, incoming, false), rest))
  // Also where nobody has begun to read it.
  body.once('close', () => incoming.body.destroy())
  return { ...incoming, body }
}

/** The platform's places and connections are everybody's: what one person has under way there is bounded, by what it costs. */
function lineOf({ isOfMany, largestBody = 0 }: Target, body: object | undefined): Line {
  if (largestBody > limits.jsonBytes) return 'upload'
  if (isOfMany) return 'many'
  return body === undefined ? 'call' : 'write'
}

/**
 * Of an answer only what its target accepts, no redirect, and of its headers those that are named.
 * @throws TransportError
 */
export async function passBack(
  { request }: BrowserCall,
  target: Target,
  incoming: Incoming,
): Promise<Result<Passed, Refusal>> {
  const { status, headers: given, body } = incoming
  const isRedirect = status >= 300 && status < 400 && status !== 304
  const accepts = (isEmpty: boolean) =>
    !isRedirect && target.accepts(given['content-type'] ?? '', incoming, isEmpty)
  const hasNone = status === 204 || status === 304 || request.method === 'HEAD'
  // Many a server says that a call is done with nothing at all, not even a type.
  const isEmpty = hasNone || (!accepts(false) && accepts(true) && (await isNothing(body)))
  if (!accepts(isEmpty)) {
    body.destroy()
    throw new TransportError('nonsense', new Error(describeAnswer(incoming)))
  }
  const content = (isEmpty ? undefined : await target.inspect?.(incoming)) ?? succeeded(body)
  if (!content.ok) return content
  const headers = apiHeaders()
  for (const name of target.passedBack) {
    const value = given[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  // What stands in place of the answer that came has a length of its own.
  if (Buffer.isBuffer(content.data)) headers.set('content-length', String(content.data.length))
  target.describe(headers, given)
  if (isEmpty) {
    body.resume()
    return succeeded({ status, headers, body: null })
  }
  return succeeded({ status, headers, body: content.data })
}

async function isNothing(body: Readable): Promise<boolean> {
  for await (const _ of body) return false
  return true
}

export function responseOf(passed: Passed | Response): Response {
  if (passed instanceof Response) return passed
  const { body, ...rest } = passed
  noteLength(rest.headers)
  const stream = body instanceof Readable ? Readable.toWeb(body) : body && new Uint8Array(body)
  return new Response(stream as BodyInit | null, rest)
}

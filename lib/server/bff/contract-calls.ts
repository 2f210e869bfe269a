import 'server-only'
import { Readable } from 'node:stream'
import { codeIn } from '#contracts/answered'
import { type Endpoint, isRead } from '#contracts/endpoint'
import { codes, endsSession } from '#contracts/envelope'
import { isKeyed, keyHeader, keyIn } from '#contracts/idempotency'
import type { Match } from '#contracts/registry'
import { captcha, spokenForm, spokenLink } from '#contracts/session'
import { unavailableRefusal } from '#contracts/unavailable'
import { failed, type Result, succeeded } from '#lib/result'
import { forgetAnswersOf } from '#lib/server/http/answer-cache'
import { crossSite } from '#lib/server/http/cross-site'
import { parseJson } from '#lib/server/http/parse-json'
import { describeAnswer, isLacking } from '#lib/server/http/platform'
import { type Incoming, TransportError } from '#lib/server/http/transport'
import type { BrowserCall } from '#lib/server/session/browser-call'
import { sessionChanged } from '#lib/server/session/session-watch'
import { beginningOf, joined } from './beginning'
import { endedRefusal, menuRefusal, type Refusal } from './refusals'
import { passedBack, passedOn, type Target } from './target'

/** Answers up to this size are read whole, to see whether they end the session; larger ones are lists, and stream. */
const smallAnswer = 16 * 1024

const json = /^application\/json\s*(;|$)/i
const image = /^image\/(png|jpe?g|gif|webp|bmp)\s*(;|$)/i
const audio = /^audio\/(wav|x-wav|mpeg|ogg|mp4)\s*(;|$)/i
const files = { json, image, audio }
const bodyTypes = {
  none: undefined,
  json,
  form: /^application\/x-www-form-urlencoded\s*(;|$)/i,
  multipart: /^multipart\/form-data\s*;/i,
}

/** A call of the contract: on to the platform, and back what is JSON, or a picture or sound where one was asked for. */
export function contractTarget(
  call: BrowserCall,
  path: string,
  found: Match | undefined,
): Result<Target, Refusal> {
  const endpoint = found?.endpoint
  if (found === undefined || endpoint?.caller === 'server') return failed({ status: 404, key: 'unknownCall' })
  if (endpoint === undefined) {
    return failed({ status: 405, key: 'unknownCall', headers: { allow: found.allow.join(', ') } })
  }
  const key = call.headers.get(keyHeader)
  if (isKeyed(endpoint) && key !== null && keyIn(key) === undefined) {
    return failed({ status: 400, key: 'badInput' })
  }
  return succeeded({
    name: `${endpoint.method} ${endpoint.path}`,
    path,
    access: endpoint.access,
    passedOn: [
      ...passedOn,
      ...(isKeyed(endpoint) ? [keyHeader] : []),
      // Of JSON the console says itself what it takes: all rows of a list are asked for by its own server alone.
      ...(endpoint.answer === 'json' ? [] : ['accept']),
    ],
    bodyTypes: bodyTypes[endpoint.encoding],
    largestBody: endpoint.largestBody,
    isOfMany: endpoint.ofMany === true,
    changes: !isRead(endpoint),
    withheld: () => withheld(endpoint, call),
    // A refusal of such a call is an envelope, so JSON is let through everywhere.
    accepts: (type, { status }) => {
      if (status === 304 || json.test(type)) return true
      return (status < 500 && files[endpoint.answer].test(type)) || isLacking(endpoint, status)
    },
    passedBack: [...passedBack, 'retry-after'],
    describe: (headers, given) => {
      const type = headers.get('content-type') ?? ''
      // What many call it; browsers know the other name.
      if (image.test(type)) headers.set('content-type', type.replace(/^image\/jpg/i, 'image/jpeg'))
      // A stored picture never changes under its address; browsers keep it, nobody on the way does.
      const isPicture = isStoredPicture(endpoint) && image.test(type)
      if (isPicture) headers.set('cache-control', 'private, max-age=31536000, immutable')
      // Only that it has one: where that is, the contract says.
      if (endpoint.path === captcha.path && spokenForm.test(String(given.link ?? '')))
        headers.set('link', spokenLink)
    },
    inspect: (incoming) => inspect(call, endpoint, incoming),
  })
}

/** A stored picture stands in an `<img>`, which sends no header of ours. */
function isStoredPicture(endpoint: Endpoint | undefined): boolean {
  return endpoint?.answer === 'image' && endpoint.access === 'session'
}

/** A call that does not come from a page of ours; `endpoint` is the one that it makes, if it is of the contract. */
export function isForeign({ request: { method, headers } }: BrowserCall, endpoint?: Endpoint): boolean {
  if (!isStoredPicture(endpoint)) return crossSite(method, headers) !== undefined
  // Where browsers say nothing (plain HTTP), the session cookie decides: it does not come along from other sites.
  return (headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin'
}

/**
 * A call that the console's own server makes for everybody is passed on for browsers whose person has the permission that
 * widens it: what it answers without one is the server's business. Gives why it is not.
 */
async function withheld({ widenedBy }: Endpoint, call: BrowserCall): Promise<Refusal | undefined> {
  if (widenedBy === undefined) return undefined
  return menuRefusal(call, widenedBy)
}

/**
 * Ends the session where the answer says that it is over; lets the platform's own word through that it is away, and says in
 * its place that it lacks a call.
 */
async function inspect(
  call: BrowserCall,
  endpoint: Endpoint,
  incoming: Incoming,
): Promise<Result<Readable | Buffer, Refusal>> {
  const { status, body } = incoming
  const { whole, stream } = await wholeIfSmall(incoming)
  const answer = whole && parseJson(whole.toString('utf8'))
  const away = status === codes.unavailable ? unavailableRefusal.safeParse(answer).data : undefined
  const code = codeIn(answer) ?? away?.code
  if (code === undefined && isLacking(endpoint, status)) {
    body.destroy()
    return failed(lacking)
  }
  if (stream !== undefined && status < 500) return succeeded(stream)
  const isOver = code !== undefined && endsSession(code)
  const isRefused = isOver || code === codes.notPermitted || status === 401 || status === codes.notPermitted
  if (isRefused && call.session !== null) forgetAnswersOf(call.session.token)
  if (whole === undefined || code === undefined || !(isOver || status < 500 || away !== undefined)) {
    body.destroy()
    throw new TransportError('nonsense', new Error(describeAnswer(incoming)))
  }
  if (isOver && call.session !== null) sessionChanged(call.session.token, null)
  if (isOver) return failed(endedRefusal(code))
  return succeeded(away === undefined ? whole : Buffer.from(JSON.stringify(away)))
}

/** What is JSON and small, whole; anything else as it comes. */
async function wholeIfSmall({ headers, body }: Incoming): Promise<{ whole?: Buffer; stream?: Readable }> {
  const isLarge = Number(headers['content-length'] ?? 0) > smallAnswer
  if (!json.test(headers['content-type'] ?? '') || isLarge) return { stream: body }
  const { start, rest } = await beginningOf(body, smallAnswer)
  return rest === undefined ? { whole: start } : { stream: Readable.from(joined(start, rest)) }
}

const lacking: Refusal = { status: codes.notFound, key: 'unknownCall' }

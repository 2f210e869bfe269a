import 'server-only'
import { text as readText } from 'node:stream/consumers'
import { answered } from '#contracts/answered'
import { addressOf, type Call, type DataOf, type Endpoint } from '#contracts/endpoint'
import { codes, endsSession, lackingStatuses } from '#contracts/envelope'
import { metaIn, type PageMeta } from '#contracts/page'
import { encodedBody } from '#lib/encoded-body'
import { forgiving } from '#lib/forgiving'
import { failed, type Result } from '#lib/result'
import { warnOncePerMinute } from '#lib/server/warn-once'
import type { KnownData } from './answer-cache'
import { parseJson } from './parse-json'
import { requestIdHeader } from './request-id'
import { exchange, type Incoming, TransportError } from './transport'
import { type Caller, upstreamHeaders } from './upstream-headers'
import { whyUnreachable } from './why-unreachable'

/** Why a call brought no data. Only `ended` is about the session: an unreachable platform signs nobody out. A busy one did nothing, and says when to come again. */
export type Failure =
  | { kind: 'ended' }
  | { kind: 'refused'; code: number; status: number; message: string }
  | { kind: 'timeout' }
  | { kind: 'unreachable' }
  | { kind: 'busy'; seconds: number }

/**
 * The platform has decided, as against could not tell: code 500 is a fault of its own (specification section 8), and 429
 * says no more than that it was asked too often.
 */
export function isRefusal(failure: Failure): boolean {
  return failure.kind === 'ended' || isDenied(failure)
}

/** The same of a session that goes on: the person may not. */
export function isDenied(failure: Failure): boolean {
  return failure.kind === 'refused' && !passing.has(failure.code)
}

/** The person has to change their password before this is answered (DAY-3). */
export function isPasswordDue(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.code === codes.mustChangePassword
}

const passing = new Set<number>([codes.fault, codes.tooMany])

/**
 * What the platform answered, with its ETag where it has one, and the length of its text; of a list that it answered as a
 * page, what it says of that.
 */
export type Answer<Data> = Result<Data, Failure> & { etag?: string; size?: number; meta?: PageMeta }

interface Options {
  /** Milliseconds, where the call has less time than usual. */
  timeout?: number
  /** Asks for changes only. */
  known?: KnownData | undefined
}

/**
 * Calls the platform from the console's own server and checks what it answers against the contract.
 * Never throws for anything that the platform or the network does.
 */
export async function platform<E extends Endpoint>(
  endpoint: E,
  call: Call<E>,
  caller: Caller,
  options: Options = {},
): Promise<Answer<DataOf<E>>> {
  const headers = upstreamHeaders(caller)
  const body = call.body === undefined ? undefined : encodedBody(endpoint, call.body)
  if (body !== undefined) {
    headers['content-type'] = body.type
    headers['content-length'] = String(Buffer.byteLength(body.content))
  } else if (endpoint.method === 'POST') headers['content-length'] = '0'
  if (options.known !== undefined) headers['if-none-match'] = options.known.etag
  try {
    const incoming = await exchange({
      method: endpoint.method,
      path: addressOf(endpoint, call),
      headers,
      body: body?.content,
      timeout: options.timeout,
    })
    const text = await readText(incoming.body)
    if (incoming.status === 304 && options.known !== undefined) {
      const { data, ...known } = options.known
      return { ok: true, data: data as DataOf<E>, ...known }
    }
    return read(endpoint, incoming, text, idOf(caller))
  } catch (error) {
    const fault = error instanceof TransportError ? error : undefined
    warnOncePerMinute(
      `${endpoint.method} ${endpoint.path}: the platform did not answer (${whyUnreachable(fault?.cause ?? error)})`,
      idOf(caller),
    )
    return failed({ kind: fault?.fault === 'timeout' ? 'timeout' : 'unreachable' })
  }
}

const idOf = ({ headers }: Caller) => headers.get(requestIdHeader)

/** A call that a platform may lack, and an answer by which it says so. */
export function isLacking({ without }: Endpoint, status: number): boolean {
  return without !== undefined && lackingStatuses.has(status)
}

/** An answer that is none, for the log. */
export function describeAnswer({ status, headers }: Pick<Incoming, 'status' | 'headers'>): string {
  const type = (headers['content-type'] ?? 'no content type').split(';')[0]
  const to = headers.location === undefined ? '' : `, to ${headers.location.split('?')[0]}`
  return `status ${status}, ${type}${to}`.replace(/[^\x20-\x7e]/g, '.').slice(0, 300)
}

function read<E extends Endpoint>(
  endpoint: E,
  { status, headers }: Pick<Incoming, 'status' | 'headers'>,
  text: string,
  requestId: string | null,
): Answer<DataOf<E>> {
  const parsed = answered.safeParse(parseJson(text))
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  const isBusy = status === codes.unavailable && seconds >= 0
  const isLost = !parsed.success || (status >= 500 && !isBusy && !endsSession(parsed.data.code))
  if (isLost && !isLacking(endpoint, status)) {
    const answer = describeAnswer({ status, headers })
    warnOncePerMinute(
      `${endpoint.method} ${endpoint.path}: the platform did not answer (${answer})`,
      requestId,
    )
  }
  if (!parsed.success) {
    if (isLacking(endpoint, status))
      return failed({ kind: 'refused', code: codes.notFound, status, message: '' })
    // What is no envelope says nothing of the session either: a proxy's error page, for one.
    return failed({ kind: 'unreachable' })
  }
  const { code, msg, data } = parsed.data
  if (endsSession(code)) return failed({ kind: 'ended' })
  if (code !== endpoint.success) {
    if (isBusy) return failed({ kind: 'busy', seconds })
    if (status >= 500) return failed({ kind: 'unreachable' })
    return failed({ kind: 'refused', code, status, message: msg ?? '' })
  }
  const given = (data: DataOf<E>): Answer<DataOf<E>> => ({
    ok: true,
    data,
    etag: headers.etag,
    size: text.length,
    ...(Array.isArray(data) && { meta: metaIn(parsed.data.data) }),
  })
  const checked = endpoint.data.safeParse(data)
  if (!checked.success) {
    const [issue] = checked.error.issues
    const place = issue?.path.map((key) => (typeof key === 'number' ? '[]' : String(key))).join('.')
    warnOncePerMinute(
      `${endpoint.method} ${endpoint.path}: the platform's answer breaks the contract (data.${place}: ${issue?.message})`,
      requestId,
    )
    const rest = forgiving(endpoint, data)
    return rest === undefined ? failed({ kind: 'unreachable' }) : given(rest)
  }
  return given(checked.data)
}

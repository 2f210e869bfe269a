import 'server-only'
import { text as readText } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { addressOf, type Call, type DataOf, type Endpoint } from '#contracts/endpoint'
import { codes, endsSession } from '#contracts/envelope'
import { failed, type Result } from '#lib/result'
import { warnOncePerMinute } from '#lib/server/warn-once'
import type { KnownData } from './answer-cache'
import { parseJson } from './parse-json'
import { requestIdHeader } from './request-id'
import { exchange, TransportError } from './transport'
import { type Caller, upstreamHeaders } from './upstream-headers'
import { whyUnreachable } from './why-unreachable'

/** Why a call brought no data. Only `ended` is about the session: an unreachable platform signs nobody out. */
export type Failure =
  | { kind: 'ended' }
  | { kind: 'refused'; code: number; status: number; message: string }
  | { kind: 'timeout' }
  | { kind: 'unreachable' }

/**
 * The platform has decided, as against could not tell: code 500 is a fault of its own (specification section 8), and 429
 * says no more than that it was asked too often.
 */
export function isRefusal(failure: Failure): boolean {
  return failure.kind === 'ended' || (failure.kind === 'refused' && !passing.has(failure.code))
}

const passing = new Set<number>([codes.fault, codes.tooMany])

/** What the platform answered, with its ETag where it has one. */
export type Answer<Data> = Result<Data, Failure> & { etag?: string }

const envelope = z.object({ code: z.number(), msg: z.nullish(z.string()), data: z.optional(z.unknown()) })

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
  const body = encodedBody(endpoint, call.body)
  if (body !== undefined) {
    headers['content-type'] = body.type
    headers['content-length'] = String(Buffer.byteLength(body.text))
  } else if (endpoint.method === 'POST') headers['content-length'] = '0'
  if (options.known !== undefined) headers['if-none-match'] = options.known.etag
  try {
    const incoming = await exchange({
      method: endpoint.method,
      path: addressOf(endpoint, call),
      headers,
      body: body?.text,
      timeout: options.timeout,
    })
    const text = await readText(incoming.body)
    if (incoming.status === 304 && options.known !== undefined) {
      const { data, etag } = options.known
      return { ok: true, data: data as DataOf<E>, etag }
    }
    return read(endpoint, incoming.status, text, idOf(caller), incoming.headers.etag)
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

function read<E extends Endpoint>(
  endpoint: E,
  status: number,
  text: string,
  requestId: string | null,
  etag?: string,
): Answer<DataOf<E>> {
  const parsed = envelope.safeParse(parseJson(text))
  // What is no envelope says nothing of the session either: a proxy's error page, for one.
  if (!parsed.success) return failed({ kind: 'unreachable' })
  const { code, msg, data } = parsed.data
  if (endsSession(code)) return failed({ kind: 'ended' })
  if (code !== endpoint.success) {
    if (status >= 500) return failed({ kind: 'unreachable' })
    return failed({ kind: 'refused', code, status, message: msg ?? '' })
  }
  const checked = endpoint.data.safeParse(data)
  if (!checked.success) {
    const [issue] = checked.error.issues
    const place = issue?.path.map((key) => (typeof key === 'number' ? '[]' : String(key))).join('.')
    warnOncePerMinute(
      `${endpoint.method} ${endpoint.path}: the platform's answer breaks the contract (data.${place}: ${issue?.message})`,
      requestId,
    )
    return failed({ kind: 'unreachable' })
  }
  return { ok: true, data: checked.data, etag }
}

function encodedBody(endpoint: Endpoint, body: unknown): { type: string; text: string } | undefined {
  if (body === undefined) return undefined
  if (endpoint.encoding === 'form') {
    const entries = Object.entries(body as Record<string, unknown>).map(([name, value]) => [
      name,
      String(value),
    ])
    return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(entries).toString() }
  }
  return { type: 'application/json', text: JSON.stringify(body) }
}

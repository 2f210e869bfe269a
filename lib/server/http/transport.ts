import 'server-only'
import http from 'node:http'
import https from 'node:https'
import { pipeline as piped, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { bareHost } from '#contracts/network'
import { config } from '#lib/server/config'
import { decoders } from './decoders'
import { noteKeys } from './keeps-keys'
import { lookup } from './lookup'
import { limitTime } from './time-limit'
import { watched } from './watch-exchange'

/**
 * One HTTP exchange with the platform, or with a registered system, over kept-alive connections. `node:http`, because the `fetch` of Node costs
 * a quarter more for each call, follows redirects and decodes what we want to pass on.
 */
export interface Outgoing {
  method: string
  /** A registered system's origin; none for the platform. */
  origin?: URL
  /** Path and query, ready to send. */
  path: string
  headers: Record<string, string>
  /** What is here is sent at once; what still comes is waited for over the connection that it takes. */
  body?: Readable | Buffer | string
  /** Bytes of a streamed body that are let through. */
  largestBody?: number
  /** The client's: when it goes, the exchange ends. */
  signal?: AbortSignal
  /** Milliseconds that the other side has for the whole exchange, the answer's body included. */
  timeout?: number
  /** Answers of this content type have no end, in time or bytes: only their beginning has to come in time. */
  streams?: RegExp
}

export interface Incoming {
  status: number
  headers: http.IncomingHttpHeaders
  /** Decoded, at most `largestAnswer`; ends with an error when the platform breaks off, or goes on beyond that. */
  body: Readable
}

/** Bytes of an answer, as it was meant: a few that were sent may unpack to any number. */
export const largestAnswer = 32 * 1024 * 1024

/** `busy`: it was not even asked, for too many were waiting for it. */
export type TransportFault = 'timeout' | 'unreachable' | 'tooLarge' | 'clientGone' | 'nonsense' | 'busy'
export class TransportError extends Error {
  readonly fault: TransportFault
  constructor(fault: TransportFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

const agentOptions = {
  keepAlive: true,
  // Those of a system are bounded by person, and its streams stay open.
  maxFreeSockets: 16,
  scheduling: 'lifo',
  // Idle connections go before the other side ends them (most servers do after 5 s and more): a write that meets the end
  // of its connection cannot be repeated. Exchanges have a deadline of their own.
  timeout: 4000,
  lookup,
} as const
const agents = new Map<string, http.Agent>()

/** Connections with the platform at a time. */
const mostWithPlatform = 64

function agentOf({ origin, protocol }: URL): http.Agent {
  const known = agents.get(origin)
  if (known !== undefined) return known
  const maxSockets = origin === config().platform.origin ? mostWithPlatform : Number.POSITIVE_INFINITY
  const Agent = protocol === 'https:' ? https.Agent : http.Agent
  const agent = new Agent({ ...agentOptions, maxSockets })
  agents.set(origin, agent)
  return agent
}

/** @throws TransportError */
export function exchange(outgoing: Outgoing): Promise<Incoming> {
  return watched(outgoing, tryTwice)
}

async function tryTwice(outgoing: Outgoing): Promise<Incoming> {
  try {
    return await attempt(outgoing)
  } catch (error) {
    if (mayRepeat(outgoing, error)) return attempt(outgoing)
    throw error
  }
}

/** A kept connection that the platform closed at the same moment: only a read, of which nothing has come, is repeated. */
function mayRepeat(outgoing: Outgoing, error: unknown): boolean {
  return (
    outgoing.method === 'GET' &&
    !outgoing.signal?.aborted &&
    error instanceof TransportError &&
    error.cause instanceof StaleConnection
  )
}
class StaleConnection extends Error {}

function attempt(outgoing: Outgoing): Promise<Incoming> {
  const { platform, timeout } = config()
  const target = outgoing.origin ?? platform
  const secure = target.protocol === 'https:'
  return new Promise((resolve, reject) => {
    let fault: TransportFault | undefined
    let answer: http.IncomingMessage | undefined
    const request = (secure ? https : http).request({
      agent: agentOf(target),
      hostname: bareHost(target),
      port: target.port || (secure ? 443 : 80),
      method: outgoing.method,
      path: target.pathname.replace(/\/$/, '') + outgoing.path,
      headers: { ...outgoing.headers, 'accept-encoding': 'identity' },
      // As Node takes by itself: the console is begun with more, for what browsers send.
      maxHeaderSize: 16_384,
    })
    const end = (why: TransportFault) => {
      fault ??= why
      // Whoever reads the answer's body learns of it there.
      answer?.destroy(new TransportError(why))
      request.destroy(new TransportError(why))
    }
    const { body } = outgoing
    const sent = { bytes: 0 }
    let read = () => 0
    const line = {
      isWaitedFor: () => {
        const isUploading = body instanceof Readable && !request.writableEnded && !request.writableNeedDrain
        return isUploading || (answer?.readableLength ?? 0) > 0
      },
      moved: () => sent.bytes + read(),
    }
    const release = limitTime(outgoing.timeout ?? timeout, line, () => end('timeout'))
    const clientGone = () => end('clientGone')
    if (outgoing.signal?.aborted) clientGone()
    outgoing.signal?.addEventListener('abort', clientGone, { once: true })
    request.once('close', () => {
      release()
      outgoing.signal?.removeEventListener('abort', clientGone)
      // Without an answer and without an error: it was asked to change the protocol (101), for which nothing here listens.
      reject(new TransportError('nonsense', new Error('no answer')))
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const stale = request.reusedSocket && error.code === 'ECONNRESET' && fault === undefined
      reject(
        new TransportError(
          fault ?? 'unreachable',
          stale ? new StaleConnection('the kept connection was closed') : error,
        ),
      )
    })
    request.on('response', (response) => {
      answer = response
      const { socket } = response
      const before = socket.bytesRead
      read = () => socket.bytesRead - before
      noteKeys(outgoing, response)
      const isStream = outgoing.streams?.test(response.headers['content-type'] ?? '') === true
      if (isStream) release()
      try {
        resolve({
          status: response.statusCode ?? 502,
          headers: response.headers,
          body: bodyOf(response, outgoing.method, isStream),
        })
      } catch (error) {
        response.destroy()
        reject(error)
      }
    })
    send(request, outgoing, sent, end)
  })
}

function send(
  request: http.ClientRequest,
  outgoing: Outgoing,
  sent: { bytes: number },
  end: (why: TransportFault) => void,
): void {
  const { body } = outgoing
  if (!(body instanceof Readable)) {
    request.end(body)
    return
  }
  const limit = outgoing.largestBody ?? Number.POSITIVE_INFINITY
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sent.bytes += chunk.length
      const isTooLarge = sent.bytes > limit
      if (isTooLarge) end('tooLarge')
      done(isTooLarge ? new TransportError('tooLarge') : null, chunk)
    },
    flush(done) {
      // Of a connection that still waits for bytes the next exchange would be taken for them.
      const isShort = sent.bytes < Number(outgoing.headers['content-length'] ?? 0)
      done(isShort ? new TransportError('clientGone') : null)
    },
  })
  // A source that breaks off is a client that is gone; the faults of the request itself arrive at its 'error'.
  pipeline(body, counted, request).catch(() => end('clientGone'))
}

/**
 * We ask for `identity`; a platform that encodes all the same is decoded here, since Next drops content-encoding. One
 * that encodes twice, or in a way of its own, is not. Throws a TransportError for what is known to be too large.
 */
function bodyOf(response: http.IncomingMessage, method: string, isStream: boolean): Readable {
  const { statusCode, headers } = response
  if (method === 'HEAD' || statusCode === 204 || statusCode === 304) return response
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const isPlain = encoding === 'identity'
  const decoder = isPlain ? undefined : decoders.get(encoding)?.()
  if (!isPlain && decoder === undefined) {
    throw new TransportError('nonsense', new Error(`content-encoding ${encoding.slice(0, 40)}`))
  }
  const length = Number(headers['content-length'] ?? Number.NaN)
  if (length > largestAnswer) throw tooLong()
  // No more than it says comes out of the parser.
  if (isPlain && (length >= 0 || isStream)) return response
  delete headers['content-length']
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > largestAnswer ? tooLong() : null, chunk)
    },
  })
  // What breaks on the way breaks the end, whose reader learns of it.
  const ignored = () => {}
  return decoder === undefined
    ? piped(response, counted, ignored)
    : piped(response, decoder, counted, ignored)
}

function tooLong(): TransportError {
  return new TransportError('nonsense', new Error(`an answer of more than ${largestAnswer} bytes`))
}

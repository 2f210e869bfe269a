import 'server-only'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { config } from '#lib/server/config'
import { pickHeaders } from './headers'
import { limitTime } from './time-limit'
import { TransportError } from './transport'

export function hasBody(request: Pick<Request, 'headers'>): boolean {
  return Number(request.headers.get('content-length') ?? 0) > 0 || request.headers.has('transfer-encoding')
}

/**
 * Waits until a body is here, or as much of it as is kept unread; or its sender has gone. Nothing of it is read: whoever takes the
 * request gets all. Gives whether it came in time; a slow line gets more by what it moves.
 */
export function bodyHere(request: IncomingMessage): Promise<boolean> {
  const isHere = () =>
    request.complete || request.destroyed || request.readableLength >= request.readableHighWaterMark
  if (isHere()) return Promise.resolve(true)
  return new Promise((resolve) => {
    const end = (isInTime: boolean) => {
      release()
      request.off('readable', look).off('close', look)
      resolve(isInTime)
    }
    const look = () => void (isHere() && end(true))
    const line = { isWaitedFor: () => true, moved: () => request.readableLength }
    const release = limitTime(config().timeout, line, () => end(false))
    request.on('readable', look).on('close', look)
  })
}

/** Milliseconds, and bytes. */
const restPatience = 10_000
const mostRest = 64 * 1024 * 1024

/**
 * Reads away what is left of a body whose request is answered: behind it the next request of a kept connection would wait for
 * ever. Where it does not come, or has no end, the connection is closed.
 */
export function readAway(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  let size = 0
  const late = setTimeout(() => request.destroy(), restPatience).unref()
  request.once('close', () => clearTimeout(late))
  // Whoever read it has answered, and would hold it; what it sent on is short then, and goes nowhere (`transport.ts`).
  request
    .removeAllListeners('readable')
    .removeAllListeners('data')
    .on('data', (part: Buffer) => {
      size += part.length
      if (size > mostRest) request.destroy()
    })
    .on('end', () => clearTimeout(late))
    .resume()
}

/**
 * A body, whole. A slow line gets more time by what it moves.
 * @param largest bytes
 * @param patience milliseconds
 * @throws TransportError where it is longer than that, does not come in time or breaks off
 */
async function wholeBody(
  { body }: Pick<Request, 'body'>,
  largest: number,
  patience: number,
): Promise<Buffer> {
  if (body === null) return Buffer.alloc(0)
  // Destroying a Node stream made of it would wait for the rest of the body.
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  let release = () => {}
  const late = new Promise<'late'>((resolve) => {
    release = limitTime(patience, { isWaitedFor: () => true, moved: () => size }, () => resolve('late'))
  })
  try {
    for (;;) {
      const part = await Promise.race([reader.read(), late])
      if (part === 'late') throw new TransportError('timeout')
      if (part.done) return Buffer.concat(chunks)
      size += part.value.length
      if (size > largest) throw new TransportError('tooLarge')
      chunks.push(part.value)
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error instanceof TransportError ? error : new TransportError('clientGone')
  } finally {
    release()
  }
}

/** A body of a few short strings; nothing where it does not come as it should. */
export async function shortBody(request: Request, largest: number): Promise<string | undefined> {
  const body = await wholeBody(request, largest, config().timeout).catch(() => undefined)
  return body?.toString('utf8')
}

/**
 * A request's body to send on, once, with the headers that describe it; none where there is none. It is whole, or comes as it
 * comes where that is all right (`streams`).
 * @throws TransportError
 */
export async function bodyOf(
  request: Pick<Request, 'method' | 'headers' | 'body'>,
  { largest, streams }: { largest: number; streams: boolean },
): Promise<{ content: Readable | Buffer; headers: Record<string, string> } | undefined> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead || !hasBody(request) || request.body === null) return undefined
  const content = streams
    ? Readable.fromWeb(request.body as NodeReadableStream)
    : await wholeBody(request, largest, config().timeout)
  const described = ['content-type', 'content-encoding', 'content-length']
  return { content, headers: pickHeaders(request.headers, described) }
}

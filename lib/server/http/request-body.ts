import 'server-only'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { pickHeaders } from './headers'

export function hasBody(request: Pick<Request, 'headers'>): boolean {
  return Number(request.headers.get('content-length') ?? 0) > 0 || request.headers.has('transfer-encoding')
}

/**
 * Waits until a body is here, or as much of it as is kept unread; or its sender has gone. Nothing of it is read: whoever takes the
 * request gets all.
 */
export function bodyHere(request: IncomingMessage): Promise<void> {
  const isHere = () =>
    request.complete || request.destroyed || request.readableLength >= request.readableHighWaterMark
  return new Promise((resolve) => {
    const look = () => {
      if (!isHere()) return
      request.off('readable', look).off('close', look)
      resolve()
    }
    request.on('readable', look).on('close', look)
    look()
  })
}

/**
 * A short body, whole; nothing where it is longer than that or does not come in time.
 * @param largest bytes
 * @param patience milliseconds
 */
export async function shortBody(
  request: Request,
  largest: number,
  patience: number,
): Promise<string | undefined> {
  if (request.body === null) return ''
  // Destroying a Node stream made of it would wait for the rest of the body.
  const reader = request.body.getReader()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), patience)
  })
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const part = await Promise.race([reader.read(), late])
      if (part === 'late') break
      if (part.done) return Buffer.concat(chunks).toString('utf8')
      size += part.value.length
      if (size > largest) break
      chunks.push(part.value)
    }
  } catch {
    // The browser is gone.
    return undefined
  } finally {
    clearTimeout(timer)
  }
  reader.cancel().catch(() => {})
  return undefined
}

/** A request's body to send on as it comes, once, with the headers that describe it; none where there is none. */
export function bodyOf(
  request: Pick<Request, 'method' | 'headers' | 'body'>,
): { stream: Readable; headers: Record<string, string> } | undefined {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead || !hasBody(request) || request.body === null) return undefined
  return {
    stream: Readable.fromWeb(request.body as NodeReadableStream),
    headers: pickHeaders(request.headers, ['content-type', 'content-length']),
  }
}

import 'server-only'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { namedHeaders } from './named-headers'

export function hasBody(request: Request): boolean {
  return Number(request.headers.get('content-length') ?? 0) > 0 || request.headers.has('transfer-encoding')
}

/** A request's body to send on as it comes, once, with the headers that describe it; none where there is none. */
export function bodyOf(request: Request): { stream: Readable; headers: Record<string, string> } | undefined {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead || !hasBody(request) || request.body === null) return undefined
  return {
    stream: Readable.fromWeb(request.body as NodeReadableStream),
    headers: namedHeaders(request.headers, ['content-type', 'content-length']),
  }
}

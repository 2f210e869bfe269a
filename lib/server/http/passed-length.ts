import 'server-only'
import type { ServerResponse } from 'node:http'

/**
 * Next sends no route handler's `content-length`, since whoever makes an answer by `fetch` may have unpacked it. What is passed back
 * is as long as it says: it bears its length under this name as far as the connection.
 */
const passedLength = 'x-passed-length'

export function noteLength(headers: Headers): void {
  const length = headers.get('content-length')
  if (length !== null) headers.set(passedLength, length)
}

/** When the headers are about to go. What is packed on the way has another length. */
export function tellLength(response: ServerResponse): void {
  const length = response.getHeader(passedLength)
  if (length === undefined) return
  response.removeHeader(passedLength)
  if (!response.hasHeader('content-encoding')) response.setHeader('content-length', String(length))
}

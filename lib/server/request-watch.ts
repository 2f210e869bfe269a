import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { straighten } from './odd-requests'

/**
 * What route handlers cannot do, because Next hides the connection from them: note the peer's address, straighten what Next
 * would stumble over, close kept connections while the process is stopping, so that a proxy in front moves on, and close
 * one whose body was refused half way: behind what is left of it the next request would wait for ever.
 */
export function watchRequests(): void {
  let stopping = false
  process.once('SIGTERM', () => {
    stopping = true
  })
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    straighten(request)
    const said = request.headers['x-forwarded-for']
    const peer = request.socket.remoteAddress ?? ''
    request.headers['x-forwarded-for'] = said === undefined ? peer : `${said}, ${peer}`
    if (stopping) response.setHeader('connection', 'close')
    const { writeHead } = response
    response.writeHead = ((...given: Parameters<typeof writeHead>) => {
      if (request.destroyed && !request.complete) response.setHeader('connection', 'close')
      return writeHead.apply(response, given)
    }) as typeof writeHead
  })
}

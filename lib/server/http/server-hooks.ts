import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { keepQuery } from './asked-query'
import { normalizeRequest } from './normalize-request'
import { markPart } from './page-part'
import { tellLength } from './passed-length'
import { readAway } from './request-body'
import { forgetForeignTrace, identify, logRequest, tellRequestId } from './request-id'
import { sendWhole } from './whole-answers'

interface Started {
  request: IncomingMessage
  response: ServerResponse
  server: Server
}

/** Milliseconds. */
const closeIdleEvery = 250
const closeAllAfter = 3000

/**
 * What route handlers cannot do, because Next hides the connection from them: give the request its id, leave a stranger's trace, note the peer's address, normalize what Next would
 * stumble over, keep the query, mark what asks for a part of a page, send pages whole, tell how long an answer is, close kept connections while the process is stopping, so that a proxy in front moves on and the end
 * comes within seconds, and read away what is left of a body that was refused half way, or close its connection: behind it
 * the next request would wait for ever.
 */
export function installServerHooks(): void {
  let stopping = false
  let server: Server | undefined
  // Next waits until every connection has ended, which those that are kept do of themselves after 75 s.
  const stop = () => {
    stopping = true
    setInterval(() => server?.closeIdleConnections(), closeIdleEvery).unref()
    setTimeout(() => server?.closeAllConnections(), closeAllAfter).unref()
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, stop)
  subscribe('http.server.request.start', (message) => {
    const { request, response, ...rest } = message as Started
    // Not the one of the metrics, which takes no upgrades.
    if (rest.server.listenerCount('upgrade') > 0) server = rest.server
    const id = identify(request)
    tellRequestId(id, response)
    logRequest(id, request, response)
    forgetForeignTrace(request)
    normalizeRequest(request)
    keepQuery(request)
    markPart(request)
    notePeer(request)
    if (stopping) response.setHeader('connection', 'close')
    sendWhole(request, response)
    response.once('finish', () => readAway(request))
    const { writeHead } = response
    response.writeHead = ((...given: Parameters<typeof writeHead>) => {
      if (request.destroyed && !request.complete) response.setHeader('connection', 'close')
      tellLength(response)
      return writeHead.apply(response, given)
    }) as typeof writeHead
  })
}

/** Puts the address that a request comes from behind what it says of itself. */
export function notePeer({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): void {
  const said = headers['x-forwarded-for']
  const peer = socket.remoteAddress ?? ''
  headers['x-forwarded-for'] = said === undefined ? peer : `${said}, ${peer}`
}

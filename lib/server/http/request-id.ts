import 'server-only'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestIdForm } from '#contracts/log-entry'
import { plainAddress } from '#contracts/network'
import { log } from '#lib/server/log'
import { isTrusted } from './client-address'

export const requestIdHeader = 'x-request-id'
/** Pages learn of it in this way: scripts can read it of what the browser itself has loaded. */
const timingHeader = 'server-timing'

/**
 * Gives a request its id, which then stands in this log, at the platform and in its logs. A trusted proxy's word is taken, so
 * that its log has the same; anybody else could make lines of the log look like each other.
 */
export function identify(request: IncomingMessage): string {
  const said = request.headers[requestIdHeader]
  const isSaid = typeof said === 'string' && requestIdForm.test(said) && isFromProxy(request)
  const id = isSaid ? said : randomUUID()
  request.headers[requestIdHeader] = id
  return id
}

/** The answer has the id, too. */
export function tellRequestId(id: string, response: ServerResponse): void {
  response.setHeader(requestIdHeader, id)
  response.setHeader(timingHeader, `request;desc="${id}"`)
}

function isFromProxy({ socket }: IncomingMessage): boolean {
  return isTrusted(plainAddress(socket.remoteAddress ?? '') ?? '')
}

const traceHeaders = ['traceparent', 'tracestate', 'baggage']

/** Leaves the trace that a request says it belongs to, unless a trusted proxy says so: whoever names one decides what is recorded. */
export function forgetForeignTrace(request: IncomingMessage): void {
  if (!traceHeaders.some((name) => name in request.headers) || isFromProxy(request)) return
  for (const name of traceHeaders) delete request.headers[name]
}

/** One entry for each request, at the level `debug`: without its query, which may name people. */
export function logRequest(id: string, request: IncomingMessage, response: ServerResponse): void {
  if (!log.tells('debug')) return
  const since = performance.now()
  const { method, url = '' } = request
  response.once('close', () => {
    log.debug('request', {
      requestId: id,
      method,
      path: url.split('?')[0],
      status: response.statusCode,
      // Whoever asked went away before the answer was whole.
      ...(response.writableFinished ? {} : { brokenOff: true }),
      milliseconds: Math.round(performance.now() - since),
    })
  })
}

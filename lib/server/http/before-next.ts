import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { log } from '#lib/server/log'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** @param pass leaves it to whoever came before; done when they are, however that ends */
type Handler = (request: IncomingMessage, response: ServerResponse, pass: () => Promise<void>) => unknown

/** What nobody made an answer of ends, so that nobody waits for one. */
function fail(response: ServerResponse, error: unknown): void {
  log.error('request failed', { message: error instanceof Error ? error.message : String(error) })
  if (!response.writableEnded) response.destroy()
}

/**
 * Stands before whoever takes the requests of a server by now. The server is met with its first request, before anybody
 * hears of that; `met` is told of it.
 */
export function installBeforeNext(handle: Handler, met: (server: Server) => void = () => {}): void {
  const known = new WeakSet<Server>()
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server }
    // Next takes upgrades; the server that tells metrics takes none.
    if (known.has(server) || server.listenerCount('upgrade') === 0) return
    known.add(server)
    const others = server.listeners('request') as Listener[]
    server.removeAllListeners('request')
    server.on('request', (request, response) =>
      handle(request, response, async () => {
        const results = await Promise.allSettled(others.map((other) => other.call(server, request, response)))
        for (const result of results) if (result.status === 'rejected') fail(response, result.reason)
      }),
    )
    met(server)
  })
}

import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { basePath } from '#lib/request'
import { type Exchanged, exchangeChannel } from '#lib/server/http/watch-exchange'
import { routeOf } from './route-of'

/** Seconds: a page in less than a quarter of one is good, and whatever takes more than ten is lost. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Started {
  request: IncomingMessage
  response: ServerResponse
  server: Server
}

/** Measures the console, and tells it at `/metrics` on a port of its own. The names stand in docs/operate/watching.md. */
export async function startMetrics(host: string, port: number): Promise<Server> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    const text = await registry.metrics()
    response.writeHead(200, { 'content-type': registry.contentType }).end(text)
  })
  measureRequests(registry, server)
  measureExchanges(registry)
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) => {
      reject(new Error(`Metrics cannot be told there (${message}): choose another METRICS_PORT`))
    })
    server.listen(port, host, resolve)
  })
  // It serves until the process ends, and does not keep it from ending.
  return server.unref()
}

function measureRequests(registry: Registry, metricsServer: Server): void {
  const requests = new Histogram({
    name: 'atrium_console_request_duration_seconds',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as Started
    if (server === metricsServer) return
    const since = performance.now()
    const { method = '', url = '' } = request
    response.once('close', () => {
      const address = url.startsWith(basePath) ? url.slice(basePath.length) || '/' : url
      const labels = { method, route: routeOf(method, address), status: response.statusCode }
      requests.observe(labels, (performance.now() - since) / 1000)
    })
  })
}

function measureExchanges(registry: Registry): void {
  const registers = [registry]
  const labelNames = ['target', 'method'] as const
  const exchanges = new Histogram({
    name: 'atrium_upstream_duration_seconds',
    help: 'Until the platform, or a registered system, has begun to answer',
    labelNames,
    buckets,
    registers,
  })
  const failures = new Counter({
    name: 'atrium_upstream_failures_total',
    help: 'Exchanges without an answer (by fault), or with one of 5xx',
    labelNames: ['target', 'fault'],
    registers,
  })
  exchangeChannel.subscribe((message) => {
    const { origin, method, status = 0, fault, seconds } = message as Exchanged
    const target = origin ?? 'platform'
    exchanges.observe({ target, method }, seconds)
    // Somebody who goes away is no fault of the other side.
    if (fault !== undefined && fault !== 'clientGone') failures.inc({ target, fault })
    else if (status >= 500) failures.inc({ target, fault: `http${status}` })
  })
}

import { propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { MiddlewareHandler } from 'hono'
import type { LogEvent } from 'kysely'
import { plainAddress } from '#contracts/network'
import { toldExporter, tracedAs, tracedShare } from '#contracts/traces'
import type { Env, Services } from '#platform/kernel/http/call'
import type { Log } from '#platform/kernel/log'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Sends traces to OTEL_EXPORTER_OTLP_ENDPOINT, which the exporter reads itself, as it does its other variables. Gives the
 * function that sends the last ones. Nothing is loaded where nobody asks for traces.
 */
export async function startTracing(env: Environment, log: Log): Promise<() => Promise<void>> {
  const [{ context }, sdk, { AsyncLocalStorageContextManager }, core, resources, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ])
  const exporter = toldExporter(new OTLPTraceExporter(), log)
  const provider = new sdk.TracerProvider({
    resource: tracedAs(resources, 'atrium-platform'),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(tracedShare(env)) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return () => provider.shutdown()
}

const tracer = () => trace.getTracer('atrium-platform')

/**
 * A span for each call, below the console's, with the request's id. Of peers that are not trusted no trace is gone on with:
 * whoever names one decides what is recorded.
 */
export const traceCalls =
  (services: Pick<Services, 'isTrustedPeer'>): MiddlewareHandler<Env> =>
  (c, next) => {
    const peer = plainAddress(c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1') ?? 'unknown'
    const parent = services.isTrustedPeer(peer)
      ? propagation.extract(ROOT_CONTEXT, c.req.header())
      : ROOT_CONTEXT
    const attributes = {
      'http.request.method': c.req.method,
      'url.path': c.req.path,
      'atrium.request_id': c.get('requestId'),
    }
    return tracer().startActiveSpan(
      `${c.req.method} call`,
      { kind: SpanKind.SERVER, attributes },
      parent,
      async (span) => {
        try {
          await next()
        } finally {
          const { status } = c.res
          span.setAttribute('http.response.status_code', status)
          const route = c.get('route')
          if (route !== undefined)
            span.updateName(`${c.req.method} ${route}`).setAttribute('http.route', route)
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        }
      },
    )
  }

/** A span for each statement, by its text with places for the values, never with these. */
export function traceStatement(event: LogEvent): void {
  const endTime = Date.now()
  const span = tracer().startSpan('statement', {
    kind: SpanKind.CLIENT,
    startTime: endTime - event.queryDurationMillis,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': event.query.sql },
  })
  if (event.level === 'error') span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(endTime)
}

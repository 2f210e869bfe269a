import 'server-only'
import type { Span, SpanProcessor } from '@opentelemetry/sdk-trace'
import { isTraced, toldExporter, tracedAs, tracedShare } from '#contracts/traces'
import { log } from '#lib/server/log'

/**
 * Sends traces where OTEL_EXPORTER_OTLP_ENDPOINT says, which the exporter reads itself, as it does its other variables:
 * Next makes spans of its own as soon as somebody takes them. Nothing is loaded where nobody asks for traces.
 */
export async function startTracing(): Promise<void> {
  if (!isTraced(process.env)) return
  const [api, sdk, { AsyncLocalStorageContextManager }, core, resources, { OTLPTraceExporter }] =
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
    resource: tracedAs(resources, 'atrium-console'),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(tracedShare(process.env)) }),
    spanProcessors: [withoutQuery, new sdk.BatchSpanProcessor({ exporter })],
  })
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  api.trace.setGlobalTracerProvider(provider)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void provider.forceFlush())
}

const addresses = ['http.target', 'http.url', 'url.full']

/** Queries may name people, and Next puts whole addresses into its spans. */
const withoutQuery: SpanProcessor = {
  onStart(span: Span) {
    for (const name of addresses) {
      const address = span.attributes[name]
      if (typeof address === 'string') span.setAttribute(name, address.split('?')[0] ?? '')
    }
  },
  onEnd() {},
  forceFlush: async () => {},
  shutdown: async () => {},
}

import 'server-only'
import { channel } from 'node:diagnostics_channel'
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/** What metrics are told of an exchange. */
export interface Exchanged {
  /** A registered system's origin; none for the platform. */
  origin: string | undefined
  method: string
  /** Where an answer came. */
  status?: number
  /** Where none came: the transport's word. */
  fault?: string
  seconds: number
}

/** Told of each exchange. Whoever listens, listens once for the process: modules are there several times (see answer-cache). */
export const exchangeChannel = channel('atrium.exchange')

/** Tells traces and metrics of an exchange, where somebody takes them; else it costs next to nothing. */
export async function watched<
  Outgoing extends { method: string; path: string; origin?: URL; headers: Record<string, string> },
  Incoming extends { status: number },
>(outgoing: Outgoing, run: (outgoing: Outgoing) => Promise<Incoming>): Promise<Incoming> {
  const since = performance.now()
  const { method, path, origin } = outgoing
  const span = trace.getTracer('atrium-console').startSpan(`${method} upstream`, { kind: SpanKind.CLIENT })
  const headers = { ...outgoing.headers }
  if (span.isRecording()) {
    span.setAttributes({
      'http.request.method': method,
      'url.path': path.split('?')[0],
      'server.address': origin?.host ?? 'platform',
      'atrium.request_id': headers['x-request-id'],
    })
    propagation.inject(trace.setSpan(context.active(), span), headers)
  }
  const tell = (outcome: Pick<Exchanged, 'status' | 'fault'>) => {
    if (!exchangeChannel.hasSubscribers) return
    const seconds = (performance.now() - since) / 1000
    exchangeChannel.publish({ origin: origin?.origin, method, seconds, ...outcome } satisfies Exchanged)
  }
  try {
    const incoming = await run({ ...outgoing, headers })
    span.setAttribute('http.response.status_code', incoming.status)
    tell({ status: incoming.status })
    return incoming
  } catch (error) {
    const fault = error instanceof Error ? error.message : 'unknown'
    span.setStatus({ code: SpanStatusCode.ERROR, message: fault })
    tell({ fault })
    throw error
  } finally {
    span.end()
  }
}

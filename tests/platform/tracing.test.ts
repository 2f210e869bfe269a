import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  ParentBasedSampler,
  type ReadableSpan,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#platform/app'
import { jsonLog } from '#platform/kernel/log'
import { auditKeys } from './databases.ts'
import { testPlatform } from './harness.ts'

const platform = testPlatform()
const spans: ReadableSpan[] = []
const settled = async () => {}

beforeAll(() => {
  const collect = {
    onStart() {},
    onEnd: (span: ReadableSpan) => void spans.push(span),
    forceFlush: settled,
    shutdown: settled,
  }
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const sampler = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(1) })
  trace.setGlobalTracerProvider(new TracerProvider({ sampler, spanProcessors: [collect] }))
})
afterAll(() => {
  trace.disable()
  propagation.disable()
  context.disable()
})

test('OPS-6 the platform goes on with the traces of trusted peers; others neither begin nor end them', async () => {
  const config = {
    clientId: '',
    clientSecret: '',
    auditKeys,
    trustedProxies: ['10.0.0.1'],
    captchaFixed: undefined,
  }
  const log = jsonLog('error', { write: () => {} })
  const app = createApp({ db: platform.db, clock: platform.now, config, log, isTraced: true })
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const traced = async (peer: string, flags: '00' | '01') => {
    const traceparent = `00-${traceId}-00f067aa0ba902b7-${flags}`
    const incoming = { socket: { remoteAddress: peer } }
    await app.request('/healthz', { headers: { traceparent } }, { incoming })
    return spans.splice(0).map((span) => (span.spanContext().traceId === traceId ? 'theirs' : 'ours'))
  }
  expect(await traced('10.0.0.1', '01')).toEqual(['theirs'])
  expect(await traced('10.0.0.1', '00')).toEqual([])
  expect(await traced('127.0.0.1', '01')).toEqual(['theirs'])
  expect(await traced('10.0.0.2', '01')).toEqual(['ours'])
  expect(await traced('10.0.0.2', '00')).toEqual(['ours'])
})

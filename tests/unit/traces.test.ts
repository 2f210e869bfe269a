import { createServer } from 'node:http'
import { context, propagation, trace } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isTraced, toldExporter, tracedShare } from '#contracts/traces'
import { parseConfig } from '#lib/server/config'
import { startTracing as startConsole } from '#lib/server/tracing'
import { readConfig } from '#platform/config'
import { jsonLog } from '#platform/kernel/log'
import { startTracing as startPlatform } from '#platform/kernel/tracing'
import { serve } from '../serve'
import { settings } from './stub-console'

const programs = {
  console: (env: object) => parseConfig({ ...settings, ...env }),
  platform: (env: object) => readConfig({ ...env }),
}

const wrong = {
  'the address of a collector': {
    OTEL_EXPORTER_OTLP_ENDPOINT: ['foo', '127.0.0.1:4318'],
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ['grpc://collector:4317'],
  },
  'names and values separated by commas': { OTEL_EXPORTER_OTLP_HEADERS: ['secret'] },
  'a number of milliseconds': { OTEL_EXPORTER_OTLP_TIMEOUT: ['10s'] },
  'http/json or http/protobuf': {
    OTEL_EXPORTER_OTLP_PROTOCOL: ['grpc', 'http'],
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: ['grpc'],
  },
  'names and values separated by commas, such as deployment': {
    OTEL_RESOURCE_ATTRIBUTES: ['east', 'a=b=c', '=b', 'a=%zz'],
  },
  'otlp or none': { OTEL_TRACES_EXPORTER: ['console', 'zipkin'] },
  'one of parentbased_traceidratio': { OTEL_TRACES_SAMPLER: ['always_on', 'jaeger_remote'] },
  'a number from 0 to 1': { OTEL_TRACES_SAMPLER_ARG: ['7', 'abc', '-0.1', ' '] },
}

describe.each(Object.entries(programs))('OPS-6 settings of traces, as the %s reads them', (_, read) => {
  test.each(Object.entries(wrong))('OPS-6 what is not %s is named at start', (needed, settings) => {
    for (const [name, values] of Object.entries(settings))
      for (const value of values)
        expect(() => read({ [name]: value }), value).toThrow(`${name} must be ${needed}`)
  })

  test('OPS-6 those that hold are taken', () => {
    read({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/otlp',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a=b, x-tenant = one',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_EXPORTER_OTLP_TIMEOUT: '5000',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=east%2C1, service.namespace=shop,',
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_PROPAGATORS: 'tracecontext,baggage',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    })
    expect(() => read({ OTEL_PROPAGATORS: 'b3' })).toThrow(/OTEL_PROPAGATORS must have tracecontext/)
    for (const share of ['0', '1', '1.0', '.5', '']) read({ OTEL_TRACES_SAMPLER_ARG: share })
  })
})

describe('OPS-6 what OpenTelemetry’s variables ask for', () => {
  const to = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  afterEach(() => {
    vi.unstubAllEnvs()
    trace.disable()
    context.disable()
    propagation.disable()
  })

  test('OPS-6 no traces are made where they say so', () => {
    expect(isTraced(to)).toBe(true)
    expect(isTraced({ ...to, OTEL_SDK_DISABLED: 'true' })).toBe(false)
    expect(isTraced({ ...to, OTEL_TRACES_EXPORTER: 'none' })).toBe(false)
  })

  test('OPS-6 the share of traces is that of the sampler', () => {
    const share = { OTEL_TRACES_SAMPLER_ARG: '0.1' }
    expect(tracedShare(share)).toBe(0.1)
    expect(tracedShare({ ...share, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' })).toBe(0.1)
    expect(tracedShare({ ...share, OTEL_TRACES_SAMPLER: 'parentbased_always_on' })).toBe(1)
    expect(tracedShare({ ...share, OTEL_TRACES_SAMPLER: 'parentbased_always_off' })).toBe(0)
  })

  test.each([
    ['atrium-console', () => startConsole()],
    ['atrium-platform', () => startPlatform(process.env, jsonLog('error'))],
  ] as const)('OPS-6 %s is called so, or as they say, and has their attributes', async (name, start) => {
    const told: string[][] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const { attributes } = JSON.parse(body).resourceSpans[0].resource
      told.push(attributes.map(({ key, value }: Attribute) => `${key}=${value.stringValue}`))
      response.end('{}')
    })
    const { origin, stop } = await serve(server)
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', origin)
    for (const given of ['', 'shop']) {
      vi.stubEnv('OTEL_SERVICE_NAME', given)
      vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment=east')
      await start()
      trace.getTracer('x').startSpan('y').end()
      await Object(trace.getTracerProvider()).getDelegate().forceFlush()
      trace.disable()
    }
    await stop()
    expect(told).toEqual([
      expect.arrayContaining([`service.name=${name}`, 'deployment.environment=east']),
      expect.arrayContaining(['service.name=shop', 'deployment.environment=east']),
    ])
  })
})

interface Attribute {
  key: string
  value: { stringValue?: string }
}

test('OPS-6 a collector that does not answer is told once, and once when it answers again', () => {
  const answers = [0, 1, 1, 1, 0, 0, 1]
  const collector: SpanExporter = {
    export: (_, done) => {
      const code = answers.shift() ?? 0
      done(code === 0 ? { code } : { code, error: new Error('connect ECONNREFUSED') })
    },
    shutdown: async () => {},
  }
  const lines: string[] = []
  const tell = (event: string, fields?: { cause: string }) => {
    lines.push([event, fields?.cause].filter(Boolean).join(' | '))
  }
  const exporter = toldExporter(collector, { warn: tell, info: tell })
  const codes: number[] = []
  for (let batch = 0; batch < 7; batch += 1) exporter.export([], ({ code }) => codes.push(code))
  const away = 'the collector does not take traces: they are lost until it does | connect ECONNREFUSED'
  expect(lines).toEqual([away, 'the collector takes traces again', away])
  expect(codes).toEqual([0, 1, 1, 1, 0, 0, 1])
})

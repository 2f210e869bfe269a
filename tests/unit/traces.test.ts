import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { describe, expect, test } from 'vitest'
import { toldExporter } from '#contracts/traces'
import { parseConfig } from '#lib/server/config'
import { readConfig } from '#platform/config'
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
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    })
    for (const share of ['0', '1', '1.0', '.5', '']) read({ OTEL_TRACES_SAMPLER_ARG: share })
  })
})

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

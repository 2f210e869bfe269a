import * as z from 'zod/mini'

const matching = (isRight: (text: string) => boolean, error: string) =>
  z.optional(z.string().check(z.refine(isRight, error)))
const between = (least: number, most: number) => (text: string) =>
  text.trim() !== '' && Number(text) >= least && Number(text) <= most

/** As the library decodes them, which takes none of them where one is wrong. */
function isAttributes(text: string): boolean {
  try {
    decodeURIComponent(text)
  } catch {
    return false
  }
  return text.split(',').every((part) => part.trim() === '' || /^\s*[^=\s][^=]*=[^=]*$/.test(part))
}

const collector = z.optional(
  z.url({ protocol: /^https?$/, error: 'must be the address of a collector, such as http://127.0.0.1:4318' }),
)
const headers = matching(
  (text) => text.split(',').every((part) => /^\s*(?:$|[!#$%&'*+.^_`|~\w-]+\s*=)/.test(part)),
  'must be names and values separated by commas, such as api-key=secret',
)
/** The exporter speaks JSON over HTTP, which collectors take where they take the other. */
const protocol = matching(
  (text) => ['http/json', 'http/protobuf'].includes(text.trim()),
  'must be http/json or http/protobuf: traces go over HTTP, which collectors take at port 4318, and not over gRPC',
)
const timeout = matching(between(1, 2 ** 31 - 1), 'must be a number of milliseconds, such as 10000')

const attributes = matching(
  isAttributes,
  'must be names and values separated by commas, such as deployment.environment=east',
)
const exporter = matching(
  (text) => ['otlp', 'none'].includes(text.trim()),
  'must be otlp or none: traces go nowhere else',
)
const samplers = ['parentbased_traceidratio', 'parentbased_always_on', 'parentbased_always_off']
const sampler = matching(
  (text) => samplers.includes(text.trim()),
  `must be one of ${samplers.join(', ')}: what a trusted proxy says of a trace holds`,
)
const propagators = matching(
  (text) => text.split(',').some((name) => name.trim() === 'tracecontext'),
  'must have tracecontext among them: traces are gone on with by traceparent alone',
)

/** Of both programs, which check them; the exporter reads them itself, and takes what is wrong for nothing. */
export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TIMEOUT: timeout,
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: timeout,
  OTEL_RESOURCE_ATTRIBUTES: attributes,
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_PROPAGATORS: propagators,
  OTEL_TRACES_SAMPLER: sampler,
  OTEL_TRACES_SAMPLER_ARG: matching(between(0, 1), 'must be a number from 0 to 1, such as 0.1'),
}

type Environment = Readonly<Record<string, string | undefined>>

/** Whether anybody takes traces. */
export const isTraced = (env: Environment): boolean =>
  Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) &&
  env.OTEL_TRACES_EXPORTER?.trim() !== 'none' &&
  env.OTEL_SDK_DISABLED?.trim().toLowerCase() !== 'true'

/** The share of traces that are kept. */
export function tracedShare({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: Environment): number {
  const sampler = OTEL_TRACES_SAMPLER?.trim()
  if (sampler === 'parentbased_always_on') return 1
  return sampler === 'parentbased_always_off' ? 0 : Number(OTEL_TRACES_SAMPLER_ARG || 1)
}

interface Described<Resource> {
  merge: (other: Resource) => Resource
}
/** Of the library, what makes a resource. */
interface Library<Resource, Detector> {
  resourceFromAttributes: (attributes: Record<string, string>) => Resource
  detectResources: (config: { detectors: Detector[] }) => Resource
  envDetector: Detector
}

/** What a program is called in its traces, unless OTEL_SERVICE_NAME or OTEL_RESOURCE_ATTRIBUTES say otherwise. */
export const tracedAs = <Resource extends Described<Resource>, Detector>(
  { resourceFromAttributes, detectResources, envDetector }: Library<Resource, Detector>,
  name: string,
): Resource =>
  resourceFromAttributes({ 'service.name': name }).merge(detectResources({ detectors: [envDetector] }))

interface Told {
  warn: (event: string, fields?: { cause: string }) => void
  info: (event: string) => void
}

/** An exporter of OpenTelemetry's, as far as it matters here. */
interface Exporter<Spans, Result> {
  export(spans: Spans, done: (result: Result) => void): void
  shutdown(): Promise<void>
  forceFlush?(): Promise<void>
}

/** The same, which tells once that the collector takes nothing, and that it takes traces again. */
export function toldExporter<Spans, Result extends { code: number; error?: Error }>(
  exporter: Exporter<Spans, Result>,
  log: Told,
): Exporter<Spans, Result> {
  let isAway = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== 0
        if (failed && !isAway) {
          const cause = result.error?.message ?? 'no reason given'
          log.warn('the collector does not take traces: they are lost until it does', { cause })
        }
        if (!failed && isAway) log.info('the collector takes traces again')
        isAway = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

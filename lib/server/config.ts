import 'server-only'
import { z } from 'zod'
import { type LogLevel, logLevels } from '#contracts/log-entry'
import { isNetwork, networksNeeded } from '#contracts/network'
import { settingFaults } from '#contracts/settings'
import { traceSettings } from '#contracts/traces'

/** The console's configuration: environment variables, parsed once, on first use (a build reads none of them). */

const address = (message: string) => z.url({ protocol: /^https?$/, error: message })
const origin = address('must be an address such as https://console.example.com')
  .transform((value) => new URL(value))
  .refine(
    (url) => url.href === `${url.origin}/`,
    'must be scheme, name and port alone, such as https://console.example.com',
  )
  .transform((url) => url.origin)

/** Words separated by commas. */
function list(unlessGiven = '') {
  return z
    .string()
    .default(unlessGiven)
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
}

const networks = list().refine((entries) => entries.every(isNetwork), networksNeeded)

/** In digits: a blank would be the number 0, which takes a limit away. */
function numberFrom(least: number, most: number, unit: string) {
  const needed = `must be a number of ${unit} from ${least} to ${most}`
  return z
    .string()
    .regex(/^\s*\d+\s*$/, needed)
    .transform(Number)
    .pipe(z.number().min(least, needed).max(most, needed))
}

const settings = z.object({
  PLATFORM_URL: address('must be the address of the platform, such as http://127.0.0.1:4000'),
  PLATFORM_CLIENT_ID: z.string('is missing: the basic client credentials that the platform gave you').min(1),
  PLATFORM_CLIENT_SECRET: z
    .string('is missing: the basic client credentials that the platform gave you')
    .transform((value) => value.split(',').map((secret) => secret.trim()))
    .refine((secrets) => secrets.every(Boolean), 'has an empty one among several, separated by commas'),
  SESSION_SECRET: z
    .string('is missing: at least 32 random characters; several, separated by commas, rotate')
    .transform((value) => value.split(',').map((secret) => secret.trim()))
    .refine((secrets) => secrets.every((secret) => secret.length >= 32), 'needs at least 32 characters each'),
  PUBLIC_ORIGIN: z
    .string('is missing: the address that people type, such as https://console.example.com')
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(origin).min(1)),
  TRUSTED_PROXIES: networks,
  /** Who may ask /healthz and /readyz besides this machine. */
  PROBE_NETWORKS: networks,
  /** Origins that sub-applications may be loaded from; a registered system elsewhere is not embedded. */
  MICRO_APP_ORIGINS: list().pipe(z.array(origin)),
  /** Where browsers reach the standalone pages, if not where the console reaches their systems. */
  STANDALONE_ORIGIN: origin.optional(),
  /** Codes of the systems in which unhandled alarms are counted; the demo's own unless said otherwise. */
  ALARM_SYSTEMS: list('ems'),
  PRODUCT_NAME: z.string().optional(),
  /** Calls a second; 0 for no limit. */
  RATE_LIMIT: numberFrom(0, 100_000, 'calls a second').default(50),
  /** How many share the calls that RATE_LIMIT allows. */
  CONSOLES: numberFrom(1, 1000, 'consoles').default(1),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: z.coerce
    .number('must be a port number, such as 9464')
    .int('must be a port number, such as 9464')
    .min(1, 'must be a port number from 1 to 65535')
    .max(65_535, 'must be a port number from 1 to 65535')
    .optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  UPSTREAM_TIMEOUT_MS: numberFrom(1, 2 ** 31 - 1, 'milliseconds').default(10_000),
  ...traceSettings,
})

/** A system's page at the console's own address could act as whoever is signed in, and leads round where no proxy takes it. */
const schema = settings.refine(
  ({ STANDALONE_ORIGIN: pages, PUBLIC_ORIGIN: own }) => pages === undefined || !own.includes(pages),
  { path: ['STANDALONE_ORIGIN'], error: 'must be another address than those of PUBLIC_ORIGIN' },
)

export interface Config {
  platform: URL
  client: { id: string; secret: string }
  /** The first seals, all open. */
  sessionSecrets: string[]
  /** Addresses that people type; the first is the console's own. */
  origins: string[]
  /** Cookies are `Secure` exactly when the outer scheme is https. */
  secure: boolean
  trustedProxies: string[]
  /** From where /healthz and /readyz may be asked. */
  probeNetworks: string[]
  /** Where sub-applications may come from. */
  microAppOrigins: string[]
  /** Where browsers reach the systems' standalone pages; unless it says, where the console reaches the systems. */
  standaloneOrigin: string | undefined
  /** Codes of the systems in which unhandled alarms are counted. */
  alarmSystems: string[]
  productName: string | undefined
  /** Calls a second that this process takes of one session, or of one address without a session; 0 for any number. */
  rateLimit: number
  logLevel: LogLevel
  /** Where metrics are told; nothing is measured without it. */
  metrics: { host: string; port: number } | undefined
  /** Milliseconds. */
  timeout: number
}

let parsed: Config | undefined

// Next bundles the guard, pages and routes apart, each with modules of its own: what they share stands in the process.
const shared = globalThis as typeof globalThis & { reloadedConfig?: Config }

/** @throws Error that names each wrong variable and what it needs. */
export function config(): Config {
  if (shared.reloadedConfig !== undefined) return shared.reloadedConfig
  parsed ??= parseConfig(process.env)
  return parsed
}

/** Takes another configuration while the console runs. */
export function adoptConfig(next: Config): void {
  shared.reloadedConfig = next
}

export function parseConfig(environment: Record<string, string | undefined>): Config {
  // An empty variable is what compose files make of one that is not set.
  const set = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => value !== '' || name === 'ALARM_SYSTEMS'),
  )
  const result = schema.safeParse(set)
  if (!result.success) throw new Error(settingFaults(result.error.issues))
  const value = result.data
  return {
    platform: new URL(value.PLATFORM_URL),
    // While it is changed, the platform takes several.
    client: {
      id: value.PLATFORM_CLIENT_ID,
      secret: value.PLATFORM_CLIENT_SECRET[0] ?? '',
    },
    sessionSecrets: value.SESSION_SECRET,
    origins: value.PUBLIC_ORIGIN,
    secure: value.PUBLIC_ORIGIN.some((address) => address.startsWith('https:')),
    trustedProxies: value.TRUSTED_PROXIES,
    probeNetworks: value.PROBE_NETWORKS,
    microAppOrigins: value.MICRO_APP_ORIGINS,
    standaloneOrigin: value.STANDALONE_ORIGIN,
    alarmSystems: value.ALARM_SYSTEMS,
    productName: value.PRODUCT_NAME || undefined,
    rateLimit: value.RATE_LIMIT / value.CONSOLES,
    logLevel: value.LOG_LEVEL,
    metrics:
      value.METRICS_PORT === undefined ? undefined : { host: value.METRICS_HOST, port: value.METRICS_PORT },
    timeout: value.UPSTREAM_TIMEOUT_MS,
  }
}

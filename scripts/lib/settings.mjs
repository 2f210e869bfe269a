import { join, resolve } from 'node:path'
import { GivenFault } from './fault.mjs'
import {
  bareHost,
  basePathOf,
  isEverywhere,
  isHost,
  isLoopback,
  originsOf,
  reachedAt,
} from './outer-address.mjs'
import { home } from './paths.mjs'
import { keepSecret, openDataFolder, readSecret } from './secrets.mjs'

/** Who has a place in the demo data. */
export const demoAccounts =
  'Sign in as admin, operator, auditor, field or orphan; password of all: Atrium2026'

/** What the commands read from the environment, with its defaults. An empty variable counts as unset. */
export function readSettings(env = process.env) {
  const port = portOf(env, 'PORT', 3000)
  const platformPort = portOf(env, 'PLATFORM_PORT', 4000)
  const emsPort = portOf(env, 'EMS_PORT', 4101)
  const wmsPort = portOf(env, 'WMS_PORT', 4102)
  const metricsPort = portOf(env, 'METRICS_PORT')
  const platformMetricsPort = portOf(env, 'PLATFORM_METRICS_PORT')
  const host = hostOf(env, 'HOST')
  const platformHost = hostOf(env, 'PLATFORM_HOST')
  const embedded = !env.PLATFORM_URL
  const publicOrigin = env.PUBLIC_ORIGIN ? originsOf(env.PUBLIC_ORIGIN) : defaultOrigins(host, port)
  const reachable = isReachable(host, publicOrigin) || (embedded && !isHere(platformHost))
  // Its accounts have passwords that everybody knows: beyond this machine only where that is asked for.
  const demo = embedded && (env.DATABASE_URL || reachable ? env.DEMO === '1' : env.DEMO !== '0')
  requireDistinct({
    PORT: port,
    METRICS_PORT: metricsPort,
    ...(embedded && { PLATFORM_PORT: platformPort, PLATFORM_METRICS_PORT: platformMetricsPort }),
    ...(demo && { EMS_PORT: emsPort, WMS_PORT: wmsPort }),
  })
  return {
    host,
    port,
    platformHost,
    platformPort,
    emsPort,
    wmsPort,
    metricsHost: hostOf(env, 'METRICS_HOST'),
    metricsPort,
    platformMetricsPort,
    embedded,
    platformUrl: env.PLATFORM_URL || `http://${reachedAt(platformHost)}:${platformPort}`,
    dataDir: resolve(home, env.DATA_DIR || 'data'),
    publicOrigin,
    reachable,
    /** A fixed captcha is for tests on this machine. */
    captchaFixed: reachable ? '' : (env.CAPTCHA_FIXED ?? ''),
    basePath: basePathOf(env.BASE_PATH ?? ''),
    demo,
    microAppOrigins: env.MICRO_APP_ORIGINS || (demo ? demoOrigins(emsPort, wmsPort) : ''),
  }
}

/** Whether a name leads to this machine alone; `.test` is reserved for tests. */
const isHere = (name) => isLoopback(name) || /(^|\.)(test|localhost)$/.test(name)

/** Whether others than this machine are meant to reach the console. */
function isReachable(host, publicOrigin) {
  const names = publicOrigin.split(',').map((origin) => bareHost(new URL(origin)))
  return !isHere(host) || !names.every(isHere)
}

const demoOrigins = (...ports) => ports.map((port) => `http://127.0.0.1:${port}`).join(',')

function requireDistinct(ports) {
  const users = new Map()
  for (const [name, port] of Object.entries(ports)) {
    if (port === undefined) continue
    const other = users.get(port)
    if (other) throw new GivenFault(`${other} and ${name} are both ${port}. Give one of them another value.`)
    users.set(port, name)
  }
}

function portOf(env, name, standard) {
  if (!env[name]) return standard
  const port = Number(env[name])
  if (/^\s*\d+\s*$/.test(env[name]) && port > 0 && port < 65536) return port
  throw new GivenFault(`${name}=${env[name]} is no port. Set ${name} to a number from 1 to 65535.`)
}

function hostOf(env, name) {
  const host = env[name] || '127.0.0.1'
  if (isHost(host)) return host
  throw new GivenFault(
    `${name}=${host} is no address or name of a machine. Set ${name} to one such as 127.0.0.1 or ::1, and ${name.replace('HOST', 'PORT')} to the port.`,
  )
}

/** People type localhost as well as 127.0.0.1; the first is the console's own. */
function defaultOrigins(host, port) {
  const own = reachedAt(host)
  const names = isLoopback(host) || isEverywhere(host) ? [own, 'localhost', '127.0.0.1'] : [own]
  return [...new Set(names)].map((name) => `http://${name}:${port}`).join(',')
}

/** A console that listens everywhere refuses calls from an address it was not told. */
export const needsPublicOrigin = (env = process.env) => isEverywhere(env.HOST ?? '') && !env.PUBLIC_ORIGIN

const auditKeyLost =
  'Put it back from where you keep copies of it. If there is none, remove it and start again: a new one is made, and what it did not seal can no longer be verified.'

const kept = { 'session-secret': undefined, 'platform-client-secret': undefined, 'audit-key': auditKeyLost }

/** What the data folder holds already is as a start needs it; nothing is made. @throws GivenFault */
export function checkKeptSecrets({ dataDir }) {
  for (const [name, fix] of Object.entries(kept)) readSecret(join(dataDir, name), fix)
}

/** What the operation log is sealed with. */
export const keptAuditKey = (dataDir) => keepSecret(dataDir, 'audit-key', auditKeyLost)

/** The secrets that console and platform share: kept in the data folder, or, with a platform of one's own, given. */
export function readSecrets(settings, env = process.env) {
  if (!settings.embedded) {
    const fixes = {
      SESSION_SECRET:
        'set it to at least 32 random characters, such as the output of: openssl rand -base64 32',
      PLATFORM_CLIENT_ID: 'set it to the basic client id that the platform gave you',
      PLATFORM_CLIENT_SECRET: 'set it to the basic client secret that the platform gave you',
    }
    const missing = Object.entries(fixes).filter(([name]) => !env[name])
    if (missing.length > 0) {
      throw new GivenFault(
        [
          'PLATFORM_URL is set, so these are needed too:',
          ...missing.map(([name, fix]) => `  ${name}: ${fix}`),
        ].join('\n'),
      )
    }
    return {
      session: env.SESSION_SECRET,
      clientId: env.PLATFORM_CLIENT_ID,
      clientSecret: env.PLATFORM_CLIENT_SECRET,
    }
  }
  openDataFolder(settings.dataDir)
  return {
    session: env.SESSION_SECRET || keepSecret(settings.dataDir, 'session-secret'),
    clientId: env.PLATFORM_CLIENT_ID || 'atrium',
    clientSecret: env.PLATFORM_CLIENT_SECRET || keepSecret(settings.dataDir, 'platform-client-secret'),
    audit: env.AUDIT_KEY || keptAuditKey(settings.dataDir),
  }
}

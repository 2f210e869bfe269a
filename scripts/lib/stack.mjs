import { join } from 'node:path'
import { makeConsoleFolder } from './console-folder.mjs'
import { demoServices } from './demo.mjs'
import { reachedAt } from './outer-address.mjs'
import { program, release, tool } from './paths.mjs'
import { reloader } from './reload.mjs'
import { createService } from './service.mjs'
import { readSecrets, readSettings } from './settings.mjs'
import { supervisor } from './supervise.mjs'

/** Both give calls that are under way three seconds; the platform then ends its database. */
const consoleStopLimit = 5_000
const platformStopLimit = 15_000
/** Milliseconds, longer than proxies keep idle connections. */
const keepAlive = '75000'

/** The embedded platform as a service (not started), its environment completed with the defaults. */
export function platformService(settings, secrets, { env = {}, onLine, onDeath } = {}) {
  return createService({
    name: 'platform',
    args: [program('platform/server')],
    env: {
      ...env,
      // The seal of the sessions is none of the platform's business.
      SESSION_SECRET: undefined,
      NODE_ENV: 'production',
      PLATFORM_PORT: String(settings.platformPort),
      DATA_DIR: settings.dataDir,
      DEMO: settings.demo ? '1' : '0',
      CAPTCHA_FIXED: settings.captchaFixed,
      // Its demo data registers the demo systems where they are.
      EMS_PORT: String(settings.emsPort),
      WMS_PORT: String(settings.wmsPort),
      PLATFORM_CLIENT_ID: secrets.clientId,
      PLATFORM_CLIENT_SECRET: secrets.clientSecret,
      AUDIT_KEY: secrets.audit,
    },
    probe: `${settings.platformUrl}/`,
    saysReady: true,
    onLine,
    onDeath,
    stopLimit: platformStopLimit,
  })
}

/** Cookies of all systems go with each request: Node refuses 16 kB, and whoever has them was locked out by an empty page. */
const headerLimit = '--max-http-header-size=65536'

/**
 * The console as a service (not started): `mode` is `start` for the built one, `dev` for the development server;
 * `folder` is where it is built, when that is not here.
 */
export function consoleService(
  settings,
  secrets,
  { mode = 'start', folder, env = {}, onLine, onDeath } = {},
) {
  const built = release && makeConsoleFolder(settings)
  return createService({
    name: 'console',
    args: [headerLimit, ...(built ? [join(built, 'server.js')] : nextArguments(settings, mode, folder))],
    env: {
      ...env,
      ...(built && { PORT: settings.port, HOSTNAME: settings.host, KEEP_ALIVE_TIMEOUT: keepAlive }),
      ADMIN_PASSWORD: undefined,
      AUDIT_KEY: undefined,
      DATABASE_URL: undefined,
      NODE_ENV: mode === 'start' ? 'production' : 'development',
      PLATFORM_URL: settings.platformUrl,
      PLATFORM_CLIENT_ID: secrets.clientId,
      PLATFORM_CLIENT_SECRET: secrets.clientSecret,
      SESSION_SECRET: secrets.session,
      PUBLIC_ORIGIN: settings.publicOrigin,
      MICRO_APP_ORIGINS: settings.microAppOrigins,
    },
    probe: `http://${reachedAt(settings.host)}:${settings.port}${settings.basePath}/login`,
    onLine,
    onDeath,
    stopLimit: consoleStopLimit,
  })
}

function nextArguments({ host, port }, mode, folder) {
  const listen = ['-H', host, '-p', String(port)]
  const kept = mode === 'start' ? ['--keepAliveTimeout', keepAlive] : []
  return [tool('next'), mode, ...(folder ? [folder] : []), ...listen, ...kept]
}

/**
 * Starts the embedded platform (unless env.PLATFORM_URL) and the built console side by side; resolves when both answer.
 * With demo data the demo systems start too, waited for by nobody: of one that is down the console says so itself.
 * `env` goes on top of the environment of this process. Either can be stopped and started again by itself:
 * `stack.platform.stop()`, `stack.platform.start()`. Call `ensureBuilt` before, or name the `folder` of another build.
 * A part that ends unasked is `onDeath`'s; with `say`, it is started again, and `onDeath`'s when that does not succeed.
 * With `alone` the console is started only, over a platform that somebody else starts. `envFile` is what `readEnvFile` gave
 * for the environment: what a reload compares with.
 */
export async function startStack({
  port,
  platformPort,
  emsPort,
  wmsPort,
  dataDir,
  env = {},
  mode,
  folder,
  alone = false,
  envFile,
  onLine = () => {},
  onDeath = () => {},
  say,
  signal,
} = {}) {
  const given = {
    ...(port && { PORT: String(port) }),
    ...(platformPort && { PLATFORM_PORT: String(platformPort) }),
    ...(emsPort && { EMS_PORT: String(emsPort) }),
    ...(wmsPort && { WMS_PORT: String(wmsPort) }),
    ...(dataDir && { DATA_DIR: dataDir }),
  }
  const whole = { ...process.env, ...env, ...given }
  const settings = readSettings(whole)
  const secrets = readSecrets(settings, whole)
  const stopping = new AbortController()
  const revive = say && supervisor({ say, signal: stopping.signal })
  const dies = (giveUp) => (fault, how, service) => (revive ? revive(service, how, giveUp) : giveUp(fault))
  const options = (name) => ({ env, onDeath: dies(onDeath), onLine: (line) => onLine(name, line) })
  const platform =
    settings.embedded && !alone ? platformService(settings, secrets, options('platform')) : undefined
  const site = consoleService(settings, secrets, { ...options('console'), mode, folder })
  const warn = (code, fault) =>
    stopping.signal.aborted || onLine(code, `${fault.message}\nThe console goes on without it.`)
  const onSystemDeath = (code, ...death) => dies((fault) => warn(code, fault))(...death)
  const systems =
    settings.demo && !alone ? demoServices(settings, { env, onLine, onDeath: onSystemDeath }) : {}
  // The console first: what people have under way still finds its platform.
  const stop = async () => {
    stopping.abort()
    await site.stop()
    await Promise.all([platform?.stop(), ...Object.values(systems).map((system) => system.stop())])
  }
  signal?.addEventListener('abort', () => void stop())
  const starts = [platform?.start(), site.start()]
  for (const [code, system] of Object.entries(systems)) system.start().catch((fault) => warn(code, fault))
  try {
    await Promise.all(starts)
  } catch (error) {
    await stop()
    await Promise.allSettled(starts)
    throw error
  }
  const url = `${settings.publicOrigin.split(',')[0]}${settings.basePath}`
  const services = { console: site, ...(platform && { platform }) }
  const reload = reloader({ env: whole, envFile, settings, secrets, services, say: say ?? (() => {}) })
  return {
    url,
    platformUrl: settings.platformUrl,
    settings,
    console: site,
    platform,
    ...systems,
    reload,
    stop,
  }
}

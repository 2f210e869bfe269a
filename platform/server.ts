import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { isIPv6, Server as TcpServer } from 'node:net'
import { devNull } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { LogEvent } from 'kysely'
import { Gate } from '#contracts/gate'
import { longestRequest } from '#contracts/limits'
import { watchOpenFiles } from '#contracts/open-files'
import { hearReloads } from '#contracts/reload'
import { isTraced } from '#contracts/traces'
import { createApp } from '#platform/app'
import { bringToSchema } from '#platform/bring-to-schema'
import { type Config, readConfig } from '#platform/config'
import { setPasswordCost } from '#platform/kernel/auth/password'
import { second, systemClock } from '#platform/kernel/clock'
import { connectionsFor, openDatabase } from '#platform/kernel/db/open'
import { openProbe } from '#platform/kernel/db/probe'
import { retryLost } from '#platform/kernel/db/retry'
import { platformBounds, watchLateness } from '#platform/kernel/http/overload'
import { causeOf, jsonLog, type Log } from '#platform/kernel/log'
import { startTracing, traceStatement } from '#platform/kernel/tracing'
import { hasDemoPassword } from '#platform/seed/demo/accounts'
import { firstStart } from '#platform/seed/first-start'
import { keepUp } from '#platform/upkeep'

const longestCall = 3 * second
const longestQuery = second
/** Of a call: far longer than any takes, and than callers wait. */
const longestStatement = 30 * second
const farewell = second / 4

/** The platform as a program: database, schema, first data, listener; and all of it ended in order on a signal. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = jsonLog(config.logLevel)
  const endings: Ending[] = []
  const started = start(config, log, endings)
  let isStopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) return
    isStopping = true
    log.info('stopping', { signal })
    // A signal that comes while things start waits for them, so that nothing is left half begun.
    started
      .catch(() => {})
      .then(() => stop(endings))
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error('not stopped cleanly', causeOf(error))
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  try {
    await started
  } catch (error) {
    if (!isStopping) await stop(endings)
    throw error
  }
}

type Ending = () => Promise<void>

/**
 * A database that recovers, or is brought to a new schema, may take long: whoever started the program is told that it goes on,
 * and the log at what.
 */
function tellStarting(log: Log) {
  const since = performance.now()
  let step = 'opening the database'
  const telling = setInterval(() => {
    process.send?.({ starting: true })
    log.info('still starting', { step, seconds: Math.round((performance.now() - since) / second) })
  }, stillStarting)
  return {
    at: (next: string) => {
      step = next
    },
    end: async () => clearInterval(telling),
  }
}

/** Milliseconds. */
const keptAlive = 75_000
const stillStarting = 10 * second

async function stop(endings: Ending[]): Promise<void> {
  for (const end of endings.splice(0).toReversed()) await end()
}

/** What is started puts its ending on `endings` at once, so that a failure further on leaves nothing behind. */
async function start(config: Config, log: Log, endings: Ending[]): Promise<void> {
  setPasswordCost(config.passwordCost)
  const starting = tellStarting(log)
  endings.push(starting.end)
  const live = reloading(config, log)
  const traced = isTraced(process.env)
  if (traced) {
    const endTracing = await startTracing(process.env, log)
    // A collector that is away keeps nobody waiting.
    endings.push(() => Promise.race([endTracing(), sleep(second)]))
  }
  const metrics = config.metrics && (await import('#platform/kernel/metrics')).makeMetrics()
  const address = await connectionString(config, log, endings)
  const onStatement = watchersOf(traced ? traceStatement : undefined, metrics?.onStatement)
  const db = openDatabase(address, log, {
    longest: longestStatement,
    onStatement,
    onPool: (pool) => metrics?.onPool(pool),
  })
  const unhurried = openDatabase(address, log, { connections: connectionsFor.unhurried, onStatement })
  // Queries that nobody waits for any more end with the connection.
  for (const pool of [db, unhurried]) endings.push(() => Promise.race([pool.destroy(), sleep(longestQuery)]))
  const probe = openProbe(address, db)
  endings.push(probe.close)
  await bringToSchema(unhurried, config, log, starting.at)
  starting.at('reading what is stored')
  const first = await retryLost(() => firstStart(unhurried, systemClock, config))
  announce(config, log, first)
  if (!config.demo && (await retryLost(() => hasDemoPassword(db)))) {
    log.warn(
      'admin still has the demo password, which everybody knows: change it, or begin with an empty database',
    )
  }

  const endUpkeep = keepUp(unhurried, systemClock, live, log, metrics?.upkeep)
  // What is under way ends with its connections.
  endings.push(async () => void endUpkeep())

  const gate = new Gate(platformBounds)
  const endWatch = watchLateness(gate)
  endings.push(async () => endWatch())
  watchOpenFiles(() => readFile(devNull), log)
  const app = createApp({
    db,
    unhurried,
    clock: systemClock,
    config: live,
    log,
    probe,
    gate,
    isTraced: traced,
    metrics,
  })
  // Health checks over HTTP/1.0 name no host.
  const server = createServer(getRequestListener(app.fetch, { hostname: 'localhost' }))
  // Longer than callers keep idle connections: a call must not meet the end of its own.
  server.keepAliveTimeout = keptAlive
  server.requestTimeout = longestRequest
  if (config.metrics && metrics) {
    const { serveMetrics } = await import('#platform/kernel/metrics')
    metrics.onDatabase(probe, systemClock)
    const told = await serveMetrics(metrics.registry, config.metrics.host, config.metrics.port)
    endings.push(async () => void told.close().closeAllConnections())
  }
  await starting.end()
  const listening = await listen(server, config)
  endings.push(() => close(server))
  log.info('ready', { address: listening })
  process.send?.({ ready: true, address: listening })
}

/** The configuration as it is now: whoever started the program may change some of it, and is told whether it was taken. */
function reloading(first: Config, log: Log): () => Config {
  let current = first
  hearReloads(log, (next) => {
    current = readConfig(next)
    log.setLevel(current.logLevel)
    setPasswordCost(current.passwordCost)
  })
  return () => current
}

type Watcher = (event: LogEvent) => void

/** One for all that are there; none where nobody watches, since a statement then costs nothing more. */
function watchersOf(...watchers: (Watcher | undefined)[]): Watcher | undefined {
  const there = watchers.filter((watcher) => watcher !== undefined)
  return there.length === 0
    ? undefined
    : (event) => {
        for (const watcher of there) watcher(event)
      }
}

async function connectionString(config: Config, log: Log, endings: Ending[]): Promise<string> {
  if (config.databaseUrl !== undefined) return config.databaseUrl
  const { startEmbeddedPostgres } = await import('#platform/kernel/db/embedded')
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => log.info('embedded database', { line }),
    warn: (line) => log.warn('embedded database', { line }),
  })
  endings.push(() => embedded.stop())
  return embedded.connectionString
}

function announce(config: Config, log: Log, first: Awaited<ReturnType<typeof firstStart>>): void {
  if (first.made === 'demo') log.info('demo data made')
  const { added, taken } = first.console
  if (first.made === 'nothing' && added.length > 0) {
    log.info(
      'this version has entries of its own that were missing in the menu: roles may be granted them now',
      {
        codes: added,
      },
    )
  }
  if (taken.length > 0) {
    log.warn(
      'entries of the console are missing in the menu, because other entries have their codes: give these other codes, and the next start adds them',
      { codes: taken },
    )
  }
  if (first.log.isOfAnotherKey) {
    log.error(
      'the operation log was sealed with a key that is none of AUDIT_KEY (or of the file audit-key): give that one back, or, where it is lost, go on with this one. What is written from now on takes both keys to be verified; every platform process needs the same',
    )
  } else if (!first.log.isWhole) {
    log.error(
      'the head of the operation log was changed by somebody else than the platform: atrium audit verify',
    )
  }
  if (first.made === 'admin' && first.randomPassword !== undefined) {
    log.always('first start: sign in as admin and change this password, which is shown only now', {
      account: 'admin',
      firstPassword: first.randomPassword,
    })
  }
  if (config.captchaFixed !== undefined) log.warn('CAPTCHA_FIXED: every captcha has the same answer')
  else if (config.captchaAsked !== undefined) {
    log.warn('CAPTCHA_FIXED is ignored: it takes a loopback PLATFORM_HOST and demo data')
  }
}

function listen(server: Server, { host, port }: Config): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(portTaken(port)) : error)
    })
    server.listen(port, host, () => {
      const bound = server.address()
      const actual = typeof bound === 'object' && bound !== null ? bound.port : port
      resolve(`http://${isIPv6(host) ? `[${host}]` : host}:${actual}`)
    })
  })
}

/**
 * Takes no more connections and lets calls that are under way finish. Kept-alive connections end with their next
 * answer; only what idles on is closed, since closing at once (as http's own close does, hence net's) would meet,
 * now and then, a call that is already on its way.
 */
function close(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), farewell)
    const overdue = setTimeout(() => server.closeAllConnections(), longestCall)
    TcpServer.prototype.close.call(server, () => {
      clearInterval(idle)
      clearTimeout(overdue)
      resolve()
    })
  })
}

function portTaken(port: number): string {
  return `Port ${port} is taken: end what listens there, or choose another with PLATFORM_PORT`
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})

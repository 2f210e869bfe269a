import { createServer, type Server } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { type LogEvent, sql } from 'kysely'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { idleLifetime } from '#platform/kernel/auth/tokens'
import { after, type Clock } from '#platform/kernel/clock'
import type { Probe } from '#platform/kernel/db/probe'
import type { Database } from '#platform/kernel/db/schema'
import type { Env } from '#platform/kernel/http/call'
import { signInChannel } from '#platform/kernel/sign-in-channel'

/** Seconds: a call in a few milliseconds is good, and one beyond ten seconds lost. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Metrics {
  registry: Registry
  /** Measures calls. */
  calls: MiddlewareHandler<Env>
  /** Told of each statement. */
  onStatement(event: LogEvent): void
  onPool(pool: pg.Pool): void
  /** Told of what is looked after each minute. */
  upkeep: Upkeep
  /** What is counted in the database itself, at the moment somebody asks. */
  onDatabase(probe: Pick<Probe, 'ask'>, clock: Clock): void
}

/** What is looked after: whether the operation log is as it was written, where retention and its end look at it, and what was cleaned up when. */
export interface Upkeep {
  logIsWhole: (at: 'beginning' | 'end', isWhole: boolean) => void
  cleaned: (when: Date) => void
}

/** What is measured of the platform, in the names of docs/operate/watching.md. */
export function makeMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const calls = new Histogram({
    name: 'atrium_platform_request_duration_seconds',
    help: 'Calls by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const statements = new Histogram({
    name: 'atrium_database_statement_duration_seconds',
    help: 'Statements by whether they succeeded',
    labelNames: ['outcome'],
    buckets,
    registers,
  })
  const signIns = new Counter({
    name: 'atrium_sign_ins_total',
    help: 'Sign-ins by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const faults = new Gauge({
    name: 'atrium_operation_log_fault',
    help: 'Whether the operation log is not as it was written, at its beginning or its end',
    labelNames: ['at'],
    registers,
  })
  const cleaned = new Gauge({
    name: 'atrium_cleanup_success_timestamp_seconds',
    help: 'When what has run out was last removed',
    registers,
  })
  signInChannel.subscribe((outcome) => signIns.inc({ outcome: String(outcome) }))
  return {
    registry,
    calls: async (c, next) => {
      const since = performance.now()
      try {
        await next()
      } finally {
        const route = c.get('route') ?? (/^\/(healthz|readyz)$/.test(c.req.path) ? c.req.path : 'unknown')
        const labels = { method: c.req.method, route, status: c.res.status }
        calls.observe(labels, (performance.now() - since) / 1000)
      }
    },
    onStatement: ({ level, queryDurationMillis }) =>
      statements.observe({ outcome: level === 'error' ? 'failed' : 'done' }, queryDurationMillis / 1000),
    onPool: (pool) => measurePool(pool, registers),
    upkeep: {
      logIsWhole: (at, isWhole) => faults.set({ at }, isWhole ? 0 : 1),
      cleaned: (when) => cleaned.set(when.getTime() / 1000),
    },
    onDatabase: (probe, clock) => measureDatabase(probe, clock, registers),
  }
}

function measurePool(pool: pg.Pool, registers: Registry[]): void {
  new Gauge({
    name: 'atrium_database_pool_connections',
    help: 'Connections of this process: at work, idle; and calls that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

/** Without numbers, the database answers, and takes its time to count. */
type Reading = Partial<Record<'sessions' | 'locks', number>>

async function read(probe: Pick<Probe, 'ask'>, now: Date): Promise<Reading | undefined> {
  try {
    await probe.ask((db) => sql`select 1`.execute(db))
  } catch {
    return undefined
  }
  return probe.ask((db) => readSessions(db, now)).catch(() => ({}))
}

function measureDatabase(probe: Pick<Probe, 'ask'>, clock: Clock, registers: Registry[]): void {
  let current: Promise<Reading | undefined> | undefined
  /** Once for all that ask at the same moment; nothing where the database is away. */
  const reading = () => {
    current ??= read(probe, clock()).finally(() => {
      current = undefined
    })
    return current
  }
  const gauge = (name: string, help: string, take: (read: Reading | undefined) => number | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = take(await reading())
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  gauge('atrium_sessions', 'Sessions that hold now', (read) => read?.sessions)
  gauge('atrium_sign_in_locks', 'Sign-in locks that hold now', (read) => read?.locks)
  gauge('atrium_database_up', 'Whether the database answers this process', (read) =>
    read === undefined ? 0 : 1,
  )
}

async function readSessions(db: Database, now: Date): Promise<Reading> {
  const { rows } = await sql<Reading>`select
    (select count(*)::int from session where parent_hash is null and ended_at is null and expires_at > ${now}
      and last_seen > ${after(now, -idleLifetime)}) as sessions,
    (select count(*)::int from sign_in_attempt where locked_until > ${now}) as locks`.execute(db)
  return rows[0] ?? {}
}

/** `/metrics` on a port of its own, where no proxy leads. */
export function serveMetrics(registry: Registry, host: string, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    const text = await registry.metrics()
    response.writeHead(200, { 'content-type': registry.contentType }).end(text)
  })
  return new Promise((resolve, reject) => {
    server.once('error', ({ message }) => {
      reject(new Error(`Metrics cannot be told there (${message}): choose another PLATFORM_METRICS_PORT`))
    })
    server.listen(port, host, () => resolve(server))
  })
}

import { Kysely, type LogEvent, PostgresDialect, type PostgresDialectConfig, sql } from 'kysely'
import pg from 'pg'
import { second } from '#platform/kernel/clock'
import type { Log } from '#platform/kernel/log'
import { clientFor, usualPatience } from './client.ts'
import { CommitWatchingDriver } from './commit-watching-driver.ts'
import type { Database, Queries, Schema } from './schema.ts'

/** Far longer than any work of ours thinks between two statements. */
const longestRest = 10 * second

/** The most that one platform takes: for calls; for exports, of which there are three at once, and what is cleaned up meanwhile; one that judges the others. */
export const connectionsFor = { calls: 10, unhurried: 5, probe: 1 } as const

interface Given {
  /** The most of them. */
  connections?: number
  /** Milliseconds after which a statement has failed: of a server that has not answered, with its connection. */
  longest?: number
  /** Milliseconds after which a transaction that asks nothing is ended by the server, with its connection: see `mayRest`. */
  rest?: number
  /** Told of each statement. */
  onStatement?: ((event: LogEvent) => void) | undefined
  /** Told of the pool itself. */
  onPool?: (pool: pg.Pool) => void
}

/** Opens a pool on a PostgreSQL, which may have several hosts; nothing connects before the first query. `db.destroy()` closes it. */
export function openDatabase(
  connectionString: string,
  log: Log,
  { connections = connectionsFor.calls, longest, rest = longestRest, onStatement, onPool }: Given = {},
): Database {
  const pool = new pg.Pool({
    Client: clientFor(connectionString, undefined, longest),
    max: connections,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    onConnect: (client) => bound(client, rest, longest),
  })
  // A connection that breaks would end the process without a listener: the pool's own hears idle ones only.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // The server's word is the first one; that the line has ended comes after it.
    client.once('error', (error) => {
      // Of a platform that stops, its database may be the faster one.
      if (!pool.ending) log.warn('database connection lost', { message: error.message })
    })
  })
  pool.on('error', () => {})
  onPool?.(pool)
  return new Kysely<Schema>({
    dialect: new Dialect({ pool }),
    ...(onStatement && { log: onStatement }),
  })
}

/**
 * What the server gives up by itself, since locks last as long as their session: a process that froze, or whose machine is
 * gone without a word, would keep everybody else from writing. A statement it gives up a little sooner than the client
 * does: its answer tells it from a server that is silent. A setting that a server does not have is left out.
 */
async function bound(client: pg.ClientBase, rest: number, longest: number | undefined): Promise<void> {
  const settings = {
    idle_in_transaction_session_timeout: rest,
    // Also where there is no such time: the server may have one of its own for this user or database.
    statement_timeout: longest === undefined ? 0 : Math.round(longest * 0.8),
    // A change that waits for another one waits as long as it may take.
    lock_timeout: 0,
    // The pool ends by itself those that nobody needs.
    idle_session_timeout: 0,
    // Whoever waited for a lock reads what is there by then: the others refuse them.
    default_transaction_isolation: 'read committed',
    // The driver reads times of no other form.
    DateStyle: 'ISO',
    ...noticeOfLoss,
  }
  // A pool in between takes a connection also where it has no session left for it, and would keep it waiting.
  const late = setTimeout(() => client instanceof pg.Client && client.end().catch(() => {}), usualPatience)
  await client
    .query(
      'select set_config(name, value, false) from jsonb_each_text($1) as given (name, value) join pg_settings using (name)',
      [JSON.stringify(settings)],
    )
    .finally(() => clearTimeout(late))
}

/** Asked after 10 seconds of silence, a machine has 15 to answer. In milliseconds, those of keepalive in seconds; a local socket ignores them. */
const noticeOfLoss = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 25 * second,
}

/** Lets a transaction ask nothing for so many milliseconds, 0 for ever. For one that only reads: nobody waits for its locks. */
export async function mayRest(transaction: Queries, milliseconds: number): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(milliseconds)}, true)`.execute(
    transaction,
  )
}

/** Kysely over a connection that somebody else opens and ends. */
export function overClient(client: pg.Client): Database {
  const connection = { query: client.query.bind(client), release: () => {} }
  const pool = { connect: async () => connection, end: async () => {} } as unknown as pg.Pool
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

class Dialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }
  override createDriver(): CommitWatchingDriver {
    return new CommitWatchingDriver(this.#config)
  }
}

const mostConnections = connectionsFor.calls + connectionsFor.unhurried + connectionsFor.probe

/** What an operator reads of a database that gives fewer: it serves, until many are at work. */
export async function fewConnections(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ most: number }>`select least(
    (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
    (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int) as most`.execute(
    db,
  )
  const most = rows[0]?.most ?? mostConnections
  if (most >= mostConnections) return undefined
  return `The database has ${most} connections for this user, and each platform takes up to ${mostConnections}: beyond that calls wait, and are refused. Raise the connection limit of the user or of the database, or max_connections.`
}

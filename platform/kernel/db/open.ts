import { Kysely, type LogEvent, PostgresDialect, type PostgresDialectConfig } from 'kysely'
import pg from 'pg'
import type { Log } from '#platform/kernel/log'
import { clientFor } from './client.ts'
import { CommitWatchingDriver } from './commit-watching-driver.ts'
import type { Database, Schema } from './schema.ts'

/** Opens a pool on a PostgreSQL, which may have several hosts; nothing connects before the first query. `db.destroy()` closes it. */
export function openDatabase(
  connectionString: string,
  log: Log,
  connections = 10,
  /** Told of each statement, and of the pool itself. */
  watch: { onStatement?: ((event: LogEvent) => void) | undefined; onPool?: (pool: pg.Pool) => void } = {},
): Database {
  const pool = new pg.Pool({
    Client: clientFor(connectionString),
    max: connections,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // A connection that breaks would end the process without a listener: the pool's own hears idle ones only.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn('database connection lost', { message: error.message })),
  )
  pool.on('error', () => {})
  watch.onPool?.(pool)
  return new Kysely<Schema>({
    dialect: new Dialect({ pool }),
    ...(watch.onStatement && { log: watch.onStatement }),
  })
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

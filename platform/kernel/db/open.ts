import { Kysely, type LogEvent, PostgresDialect, type PostgresDialectConfig } from 'kysely'
import pg from 'pg'
import type { Log } from '#platform/kernel/log'
import { clientFor } from './client.ts'
import { CommitWatchingDriver } from './commit-watching-driver.ts'
import type { Database, Schema } from './schema.ts'

interface Given {
  /** The most of them. */
  connections?: number
  /** Milliseconds after which a statement has failed: of a server that has not answered, with its connection. */
  longest?: number
  /** Told of each statement. */
  onStatement?: ((event: LogEvent) => void) | undefined
  /** Told of the pool itself. */
  onPool?: (pool: pg.Pool) => void
}

/** Opens a pool on a PostgreSQL, which may have several hosts; nothing connects before the first query. `db.destroy()` closes it. */
export function openDatabase(
  connectionString: string,
  log: Log,
  { connections = 10, longest, onStatement, onPool }: Given = {},
): Database {
  const pool = new pg.Pool({
    Client: clientFor(connectionString, undefined, longest),
    max: connections,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...(longest !== undefined && { onConnect: (client) => bound(client, longest) }),
  })
  // A connection that breaks would end the process without a listener: the pool's own hears idle ones only.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn('database connection lost', { message: error.message })),
  )
  pool.on('error', () => {})
  onPool?.(pool)
  return new Kysely<Schema>({
    dialect: new Dialect({ pool }),
    ...(onStatement && { log: onStatement }),
  })
}

/** The server gives a statement up a little sooner, and its locks: its answer tells it from a server that is silent. */
async function bound(client: pg.ClientBase, longest: number): Promise<void> {
  await client.query(`set statement_timeout = ${Math.round(longest * 0.8)}`)
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

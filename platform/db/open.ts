import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '#platform/log'
import type { Database, Schema } from './schema.ts'

/** Opens a pool on a PostgreSQL; nothing connects before the first query. `db.destroy()` closes it. */
export function openDatabase(connectionString: string, log: Log, connections = 10): Database {
  const pool = new pg.Pool({ connectionString, max: connections, connectionTimeoutMillis: 5_000 })
  // Without a listener an idle connection that breaks (a restarted server) would end the process.
  pool.on('error', (error) => log.warn('database connection lost', { message: error.message }))
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

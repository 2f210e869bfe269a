import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '#platform/config'
import type { SealKeys } from '#platform/kernel/audit/seal'
import { clientFor } from '#platform/kernel/db/client'
import {
  connectToEmbedded,
  type EmbeddedPostgres,
  StorageFault,
  startEmbeddedPostgres,
} from '#platform/kernel/db/embedded'
import { isConnectionLost } from '#platform/kernel/db/failures'
import { parseAddress } from '#platform/kernel/db/hosts'
import { Fault, GivenFault } from '../../scripts/lib/fault.mjs'
import { keptAuditKey, readSettings } from '../../scripts/lib/settings.mjs'

export type Environment = Readonly<Record<string, string | undefined>>

/** What the entries of the operation log are sealed with, as the platform has it; made where there is no key yet. */
export function auditKeys(env: Environment): SealKeys {
  const { auditKeys } = readConfig({ AUDIT_KEY: env.AUDIT_KEY || keptAuditKey(readSettings(env).dataDir) })
  return auditKeys
}

/** The same, to verify with: a key made now has sealed nothing. */
export function storedAuditKeys(env: Environment): SealKeys {
  const { dataDir } = readSettings(env)
  if (env.AUDIT_KEY || existsSync(join(dataDir, 'audit-key'))) return auditKeys(env)
  throw new Fault(`There is no audit-key in ${dataDir}. Set DATA_DIR, or AUDIT_KEY, as the platform has it.`)
}

/** A database that a command works on. */
interface StoredDatabase {
  connectionString: string
  /** As people know it, without a password. */
  name: string
  close(): Promise<void>
}

const silent = () => {}

/** Where the data are: DATABASE_URL, or DATA_DIR's own database, whether a platform runs on it or not. */
export async function storedDatabase(env: Environment): Promise<StoredDatabase> {
  if (env.DATABASE_URL) return databaseAt(env.DATABASE_URL)
  return embedded(storedIn(env), (options) => connectToEmbedded(options))
}

/** The data folder that holds a database. @throws Fault where there is none: nothing is made there */
function storedIn(env: Environment): string {
  const { dataDir } = readSettings(env)
  if (!['postgres', 'postgres-location'].some((name) => existsSync(join(dataDir, name)))) {
    throw new Fault(
      `There is no database in ${dataDir}. Set DATA_DIR, or DATABASE_URL, as the platform has it.`,
    )
  }
  return dataDir
}

/** DATA_DIR's own database, with no platform running on it. */
export const ownDatabase = (env: Environment): Promise<StoredDatabase> => alone(storedIn(env))

/** The same, made where there is none. */
export const newDatabase = (env: Environment): Promise<StoredDatabase> => alone(readSettings(env).dataDir)

const alone = (dataDir: string) =>
  embedded(dataDir, (options) => startEmbeddedPostgres({ ...options, patience: 0 }))

/** A PostgreSQL by its address. */
export function databaseAt(address: string): StoredDatabase {
  try {
    const { name } = parseAddress(address)
    return { connectionString: address, name, close: async () => {} }
  } catch (error) {
    // Never with the address: it holds a password.
    const why = error instanceof Error ? error.message : ''
    if (why.startsWith('has ')) throw new GivenFault(`The address of the PostgreSQL ${why}`)
    throw new GivenFault(
      'The address of a PostgreSQL begins with postgresql://, as in postgresql://user:password@host/database; characters such as @, / and # in a password are written as %40, %2F and %23',
    )
  }
}

async function embedded(
  dataDir: string,
  open: (options: { dataDir: string; log: (line: string) => void }) => Promise<EmbeddedPostgres>,
): Promise<StoredDatabase> {
  try {
    const { connectionString, stop } = await open({ dataDir, log: silent })
    return { connectionString, name: dataDir, close: stop }
  } catch (error) {
    throw error instanceof StorageFault ? new Fault(error.message) : error
  }
}

/** Connects, works and ends the connection. What the server does not take is said with its address. */
export async function connected<T>(
  { connectionString, name }: StoredDatabase,
  work: (client: pg.Client) => Promise<T>,
) {
  const Client = clientFor(connectionString)
  let client: pg.Client
  try {
    // Files that the address names are read here.
    client = new Client({ application_name: 'atrium' })
    // A connection that breaks fails its query; without a listener it would end the process besides.
    client.on('error', silent)
    await client.connect()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Fault(
      `The database ${name} cannot be reached: ${why}. Run this as the user that runs the platform, with its environment.`,
    )
  }
  try {
    return await work(client)
  } catch (error) {
    throw explained(error, name)
  } finally {
    await client.end().catch(silent)
  }
}

/** What the server refused, or a connection that broke: each command does all or nothing. */
function explained(error: unknown, name: string): unknown {
  if (!(error instanceof Error)) return error
  if (isConnectionLost(error)) {
    return new Fault(
      `The connection to the database ${name} was lost (${error.message}). Nothing was kept: try again.`,
    )
  }
  if (!(error instanceof pg.DatabaseError)) return error
  return new Fault(`The database ${name} refuses: ${error.message} (${error.code}). Nothing was kept.`)
}

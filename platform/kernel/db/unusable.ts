import { sql } from 'kysely'
import { isUntrusted } from './failures.ts'
import type { Database } from './schema.ts'

/** What an operator reads where DATABASE_URL leads to no database: why, and what to do. */
export function unusableAddress(error: unknown): string {
  const { message, code, syscall } = Object(error)
  const why = String(message || code)
  const fix = isUntrusted(error)
    ? "renew the certificate of the database's server, or name its authority with sslrootcert"
    : syscall === 'open' || syscall === 'read'
      ? 'let sslrootcert, sslcert and sslkey name files that this user can read'
      : fixes.find(([said]) => said.test(why))?.[1]
  const told = lacksPassword.test(why) ? 'the server asks for a password' : why
  return `DATABASE_URL cannot be used (${told}): ${fix ?? 'check its address, name and password, and that the server runs'}`
}

/** What a client says that is to speak with no server but one that proves that TLS ends there. */
export const noBinding = 'the server binds no password to the TLS connection'

/** The driver's own words; of several hosts each has them. */
const lacksPassword = /^SASL: .*client password must be a/

/** What helps against what the driver says. */
const fixes: readonly (readonly [RegExp, string])[] = [
  [lacksPassword, 'write it into the address, postgres://name:password@host/database'],
  [
    /does not support SSL/,
    'switch TLS on at the server, or write ?sslmode=disable where nobody else is on the way to it',
  ],
  [
    new RegExp(noBinding),
    'it takes TLS up to PostgreSQL itself and a password under scram-sha-256; else leave channel_binding out',
  ],
]

/** Of one platform: for calls, for what takes its time, and one that judges the others. */
const mostConnections = 10 + 5 + 1

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

import { isUntrusted } from './failures.ts'

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

import { isUntrusted } from './failures.ts'

/** What an operator reads where DATABASE_URL leads to no database: why, and what to do. */
export function unusableAddress(error: unknown): string {
  const { message, code, syscall } = Object(error)
  const why = String(message || code)
  const [told, fix] = isUntrusted(error)
    ? [why, "renew the certificate of the database's server, or name its authority with sslrootcert"]
    : syscall === 'open' || syscall === 'read'
      ? [why, 'let sslrootcert, sslcert and sslkey name files that this user can read']
      : lacksPassword.test(why)
        ? [
            'the server asks for a password',
            'write it into the address, postgres://name:password@host/database',
          ]
        : [why, 'check its address, name and password, and that the server runs']
  return `DATABASE_URL cannot be used (${told}): ${fix}`
}

/** The driver's own words; of several hosts each has them. */
const lacksPassword = /^SASL: .*client password must be a/

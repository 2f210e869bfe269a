import { sealKeys } from '#platform/kernel/audit/seal'

/** The moment at which the tests' clock starts, and from which the demo data counts back. */
export const testStart = new Date('2026-11-20T08:00:00.000Z')

/** What the tests' platforms seal the operation log with. */
export const auditSecret = 'the-audit-key-of-the-tests-of-the-platform'
export const auditKeys = sealKeys([auditSecret])

/** The same server, another database. */
export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

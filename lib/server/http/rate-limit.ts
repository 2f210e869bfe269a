import 'server-only'
import { networkOf } from '#contracts/network'
import { config } from '#lib/server/config'
import type { Session } from '#lib/server/session/session'
import { clientAddress } from './client-address'

/**
 * A fuse against floods: this process's part of the calls a second (`RATE_LIMIT`, among `CONSOLES`) of one session, or of one address without a
 * session, with bursts of a few seconds' worth. Locks of accounts are the platform's. Pages, files of sub-applications, of
 * which one page may take hundreds, reports, which any site can have browsers send, and the sign-outs that a request tells again
 * before it is looked at, are counted apart.
 */
export type Flow = 'call' | 'page' | 'file' | 'report' | 'signOut'
const factors: Record<Flow, number> = { call: 1, page: 1, file: 10, report: 1, signOut: 1 }
const burstSeconds = 4
const mostBuckets = 10_000

interface Bucket {
  /** Calls that are left, as of `at`. */
  left: number
  /** Milliseconds, by `performance.now()`: no change of the clock refuses anybody. */
  at: number
}
// Next bundles the guard, routes and what stands before them apart: what they share stands in the process.
const shared = globalThis as typeof globalThis & { rateLimitBuckets?: Map<string, Bucket> }
shared.rateLimitBuckets ??= new Map()
const buckets = shared.rateLimitBuckets

/** Whether this call is one too many; one that is let through counts. */
export function isTooMany(
  headers: Headers,
  session: Session | null,
  flow: Flow = 'call',
  now = performance.now(),
): boolean {
  const rate = config().rateLimit * factors[flow]
  if (rate === 0) return false
  const whose =
    session === null ? `address ${networkOf(clientAddress(headers) ?? '')}` : `session ${session.token}`
  const key = `${flow} of ${whose}`
  // However small this process's part is, one is let through.
  const most = Math.max(1, rate * burstSeconds)
  const before = buckets.get(key) ?? { left: most, at: now }
  const left = Math.min(most, before.left + ((now - before.at) / 1000) * rate)
  const isOver = left < 1
  // The one that was used longest ago stands first, and goes first.
  buckets.delete(key)
  buckets.set(key, { left: isOver ? left : left - 1, at: now })
  const oldest = buckets.keys().next().value
  if (buckets.size > mostBuckets && oldest !== undefined) buckets.delete(oldest)
  return isOver
}

import 'server-only'

/** Milliseconds for which late answers are waited for: longer than any call takes. */
const latest = 10 * 60_000
const most = 5000

// Next bundles pages, routes and the guard apart: what they share stands in the process.
const shared = globalThis as typeof globalThis & { takenCookies?: Map<string, number> }
shared.takenCookies ??= new Map()
const taken = shared.takenCookies

/** The cookie of this session was taken away, or another one set in its place. */
export function cookieTaken(token: string): void {
  taken.delete(token)
  taken.set(token, Date.now())
  for (const [other, at] of taken) if (taken.size > most || at < Date.now() - latest) taken.delete(other)
}

/**
 * Whether a browser may hold a newer session's cookie than the one that it sent at `since`, which an answer to that request
 * must not take away: the cookie that it sent was taken while it waited.
 */
export function mayHaveNewer(token: string, since: number): boolean {
  const at = taken.get(token)
  return at !== undefined && since < at
}

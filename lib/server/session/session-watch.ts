import 'server-only'

/** Who a session is, and where. */
export interface SessionPlace {
  userId: string
  username: string
  context?: {
    orgId: string
    orgName: string
    systemId: string
    systemName: string
    systemNameEn?: string | undefined
    systemCode?: string
  }
}
/** What it has become: somewhere else, or over. */
type Now = SessionPlace | null
type Listener = (now: Now) => void

// Next bundles pages, routes and the guard apart: what they share stands in the process.
const shared = globalThis as typeof globalThis & { sessionListeners?: Map<string, Set<Listener>> }
shared.sessionListeners ??= new Map()
const listeners = shared.sessionListeners

/** Hears of it at once where it happens in this process. Gives what ends the listening. */
export function onSessionChange(token: string, listener: Listener): () => void {
  const known = listeners.get(token) ?? new Set()
  listeners.set(token, known.add(listener))
  return () => {
    known.delete(listener)
    if (known.size === 0 && listeners.get(token) === known) listeners.delete(token)
  }
}

export function sessionChanged(token: string, now: Now): void {
  for (const listener of [...(listeners.get(token) ?? [])]) listener(now)
}

import 'server-only'
import { sessionChanged } from './session-watch'
import { cookieTaken } from './taken-cookies'

/** A session that ended here, and that the platform has not heard of yet. */
export interface EndedSession {
  /** Tells the platform once, and whether it has heard. */
  hears(): Promise<boolean>
  /** When it is over by itself, in milliseconds since 1970. */
  until: number
  /** The telling that is under way. */
  telling?: Promise<boolean>
  /** The platform took long not to hear: nobody waits for it again. */
  isSlow?: boolean
}

interface Ended {
  sessions: Map<string, EndedSession>
  /** Milliseconds until the platform is told again. */
  pause: number
  timer: NodeJS.Timeout | undefined
}

/** Each is a sign-in with a captcha of its own; the one that waits longest goes first. */
const most = 5000

// Next bundles the guard, pages and routes apart, each with modules of its own: what they share stands in the process.
const shared = globalThis as typeof globalThis & { endedSessions?: Ended }
shared.endedSessions ??= { sessions: new Map(), pause: 0, timer: undefined }
export const ended: Ended = shared.endedSessions

/** Whether a token was signed out here: it opens nothing any more, whatever the platform knows of it. */
export function isEnded(token: string): boolean {
  return (ended.sessions.get(token)?.until ?? 0) > Date.now()
}

export function rememberEnded(token: string, session: EndedSession): EndedSession {
  sessionChanged(token, null)
  cookieTaken(token)
  const known = ended.sessions.get(token)
  if (known !== undefined && isEnded(token)) return known
  ended.sessions.set(token, session)
  const oldest = ended.sessions.keys().next().value
  if (ended.sessions.size > most && oldest !== undefined) ended.sessions.delete(oldest)
  return session
}

/** The platform has given this token anew, as those do that have one for each person: it is over no more, and nobody says so. */
export function beginAgain(token: string): void {
  const known = ended.sessions.get(token)
  // It may just be told, and comes back from there.
  if (known !== undefined) known.until = 0
  ended.sessions.delete(token)
}

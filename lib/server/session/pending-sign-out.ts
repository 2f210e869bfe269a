import 'server-only'
import * as z from 'zod/mini'
import { isTooMany } from '#lib/server/http/rate-limit'
import type { Caller } from '#lib/server/http/upstream-headers'
import type { BrowserCall } from './browser-call'
import { beginAgain } from './ended-sessions'
import { cookieAttributes, hostCookieName, largestCookie, seal, unseal } from './sealed-cookie'
import { endOf, type Session, sessionLifetime } from './session'
import { endAtPlatform } from './sign-out'
import { ownSessionOf } from './viewing'

/**
 * The sign-outs of a browser that the platform has not heard of. They travel in a sealed cookie, so that every request
 * of the browser tells them again first, whichever console process it reaches and whatever was restarted meanwhile.
 */
export interface PendingSignOuts {
  sessions: readonly Pick<Session, 'token' | 'startedAt'>[]
  /** The cookie has to be set anew. */
  isChanged: boolean
}

/** What the guard tells the sign-in page: `pendingUntil`, where there is any. */
export const unheardHeader = 'x-sign-out-unheard'

const schema = z.object({
  signedOut: z.array(z.object({ token: z.string(), startedAt: z.number() })),
})

function pendingCookieName(): string {
  return hostCookieName('pending_sign_out')
}

/** Tells the platform once more of what the browser's cookie holds, and gives what is left. */
export async function readPending(call: BrowserCall): Promise<PendingSignOuts> {
  const cookie = call.request.cookies.get(pendingCookieName())?.value
  if (cookie === undefined) return { sessions: [], isChanged: false }
  const { signedOut = [] } = (await unseal(cookie, schema, sessionLifetime)) ?? {}
  const left: Pick<Session, 'token' | 'startedAt'>[] = []
  for (const { token, startedAt } of signedOut) {
    if (endOf({ startedAt }) <= Date.now()) continue
    const session: Session = { ...nobody, token, startedAt }
    // A cookie may be shown again after it was told. One too many waits for the next request.
    const isTold = !isTooMany(call.headers, null, 'signOut') && (await endAtPlatform(session, call))
    if (!isTold) left.push({ token, startedAt })
  }
  return { sessions: left, isChanged: left.length < signedOut.length || left.length === 0 }
}

const nobody = { v: 1, userId: '', username: '', superIdentification: false } as const

/** Signs out of one more session, and of the one that it began from; what the platform does not hear is pending from here on. */
export async function signOutOf(
  session: Session,
  caller: Caller,
  pending: PendingSignOuts,
): Promise<PendingSignOuts> {
  const own = ownSessionOf(session)
  const left = own === undefined ? pending : await signOutOf(own, caller, pending)
  if (await endAtPlatform(session, caller)) return left
  const { token, startedAt } = session
  return { sessions: [{ token, startedAt }, ...left.sessions], isChanged: true }
}

/** Without the session that begins with this token, where the platform gave the same one before. */
export function begunWith(token: string, pending: PendingSignOuts): PendingSignOuts {
  beginAgain(token)
  const sessions = pending.sessions.filter((session) => session.token !== token)
  return sessions.length < pending.sessions.length ? { sessions, isChanged: true } : pending
}

/** When the last of them is over by itself, in milliseconds since 1970; nothing where there is none. */
export function pendingUntil({ sessions }: PendingSignOuts): number | undefined {
  return sessions.length === 0 ? undefined : Math.max(...sessions.map(endOf))
}

/** Sets the cookie, or takes it away; one that stays as it is is not set again. */
export async function setPendingCookie(
  response: Pick<Response, 'headers'>,
  pending: PendingSignOuts,
): Promise<void> {
  for (const cookie of await pendingCookies(pending)) response.headers.append('set-cookie', cookie)
}

async function pendingCookies({ sessions, isChanged }: PendingSignOuts): Promise<string[]> {
  if (!isChanged) return []
  const name = pendingCookieName()
  const until = pendingUntil({ sessions, isChanged })
  if (until === undefined) return [`${name}=; ${cookieAttributes('HttpOnly')}; Max-Age=0`]
  const value = await seal({ signedOut: sessions }, sessionLifetime)
  // The earliest have the least time left, and this process goes on telling them.
  if (name.length + value.length + 1 > largestCookie) {
    return pendingCookies({ sessions: sessions.slice(0, -1), isChanged })
  }
  const age = Math.ceil((until - Date.now()) / 1000)
  return [`${name}=${value}; ${cookieAttributes('HttpOnly')}; Max-Age=${age}`]
}

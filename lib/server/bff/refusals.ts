import 'server-only'
import { codes } from '#contracts/envelope'
import { permits } from '#contracts/permission'
import type { Locale } from '#lib/i18n/locale'
import type { Messages } from '#lib/i18n/messages'
import { type Failure, isDenied } from '#lib/server/http/platform'
import { envelopeResponse } from '#lib/server/http/responses'
import { TransportError, type TransportFault } from '#lib/server/http/transport'
import type { Caller } from '#lib/server/http/upstream-headers'
import { whyUnreachable } from '#lib/server/http/why-unreachable'
import type { BrowserCall } from '#lib/server/session/browser-call'
import { grantIn, readMenu } from '#lib/server/session/menu-reader'
import type { Session } from '#lib/server/session/session'
import { contextCookies, sessionCookie, signedOutCookies } from '#lib/server/session/session'
import { cookieTaken, mayHaveNewer } from '#lib/server/session/taken-cookies'
import { ownSessionOf } from '#lib/server/session/viewing'
import { warnOncePerMinute } from '#lib/server/warn-once'
import en from '#messages/en/errors'
import zh from '#messages/zh-cn/errors'
import { hasContextMismatch, placeOf } from './context-mismatch'

/** None of them has anything put in. */
const texts: Record<Locale, Messages['errors']> = { en, 'zh-cn': zh }

/** Why the console answers a call with a refusal of its own, or with the platform's instead of what it was asked for. */
export interface Refusal {
  status: number
  /** The envelope's code, where it is not the status. */
  code?: number
  /** The text that people see, of `messages/…/errors.json`. */
  key: keyof Messages['errors']
  /** The platform's own words, which stand before that text. */
  message?: string
  data?: unknown
  headers?: Record<string, string>
  cookies?: string[]
}

/** RATE_LIMIT is used up. */
export const tooMany: Refusal = { status: 429, key: 'tooMany', headers: { 'retry-after': '1' } }

/** Milliseconds in which nobody has signed in anew, at this process or another one. */
const soon = 2000

/**
 * What takes a session's cookie away takes that of the session that asked, and no newer one. After a late answer the next
 * page takes it, which knows whose it is.
 */
export async function refuse(call: BrowserCall, refusal: Refusal): Promise<Response> {
  const { status, code = status, key, message, data, headers } = refusal
  const { locale, session, cookie, at } = call
  const isLate =
    cookie === undefined || Date.now() - at > soon || (session !== null && mayHaveNewer(session.token, at))
  const cookies = isLate ? undefined : await cookiesAfter(session, refusal.cookies)
  if (cookies !== undefined && session !== null) cookieTaken(session.token)
  return envelopeResponse(status, { code, msg: message ?? texts[locale][key], data }, cookies, headers)
}

/** A view that is over leads back to the session that it began from. */
async function cookiesAfter(
  session: Session | null,
  cookies: string[] | undefined,
): Promise<string[] | undefined> {
  const own = session === null || cookies === undefined ? undefined : ownSessionOf(session)
  return own === undefined ? cookies : [await sessionCookie(own), ...contextCookies(undefined)]
}

/** The platform, or the lack of a cookie, says that the session is over: it ends here too. */
export function endedRefusal(code: number = codes.signedOut): Refusal {
  return { status: 401, code, key: 'ended', cookies: signedOutCookies() }
}

/** Why a call of a page goes no further: nobody is signed in any more, or the page is behind. */
export function sessionRefusal({ session, headers }: Caller): Refusal | undefined {
  if (session === null) return endedRefusal()
  return hasContextMismatch(headers, session) ? contextMismatch(session) : undefined
}

export function contextMismatch(session: Session): Refusal {
  return { status: 409, key: 'contextMismatch', data: { movedTo: placeOf(session) } }
}

/**
 * A call of the console's own that failed, on the way to what a browser asked for.
 * @param away the text while the platform cannot be reached, or cannot answer for lack of its database
 */
export function failureRefusal(failure: Failure, away: Refusal['key'] = 'system'): Refusal {
  if (failure.kind === 'ended') return endedRefusal()
  if (failure.kind === 'unreachable') return { ...faults.unreachable, key: away }
  if (failure.kind === 'busy') {
    const headers = { 'retry-after': String(failure.seconds) }
    return { status: codes.unavailable, key: 'overloaded', headers }
  }
  if (failure.kind !== 'refused') return faults[failure.kind]
  const { code, status, message } = failure
  return { status: status >= 400 ? status : 400, code, key: 'system', message }
}

/** Unless the person's menu holds one of the permissions. */
export async function menuRefusal(
  call: BrowserCall,
  permissions: readonly string[],
): Promise<Refusal | undefined> {
  const menu = await readMenu(call)
  if (!menu.ok && !isDenied(menu.failure)) return failureRefusal(menu.failure)
  const grant = grantIn(menu.ok ? menu.data : [], call.session)
  return permits(grant, permissions) ? undefined : { status: codes.notPermitted, key: 'notPermitted' }
}

const faults: Record<TransportFault, Refusal> = {
  timeout: { status: 504, key: 'timeout' },
  tooLarge: { status: 413, key: 'tooLarge' },
  unreachable: { status: 502, key: 'system' },
  nonsense: { status: 502, key: 'system' },
  // Nobody reads it.
  clientGone: { status: 499, key: 'system' },
  busy: {
    ...{ status: codes.unavailable, key: 'overloaded', data: { outcome: 'unchanged' } },
    headers: { 'retry-after': '1' },
  },
}

/**
 * An exchange that failed.
 * @param name the call, for the log; without one, nothing is written
 */
export function faultRefusal(error: unknown, name?: string, requestId?: string | null): Refusal {
  const fault = error instanceof TransportError ? error.fault : 'unreachable'
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const isOurs = fault !== 'tooLarge' && fault !== 'clientGone'
  if (isOurs && name !== undefined)
    warnOncePerMinute(`${name}: ${fault} (${whyUnreachable(cause)})`, requestId)
  return faults[fault]
}

import 'server-only'
import type { NextRequest } from 'next/server'
import { asLocale, localeKey } from '#lib/i18n/locale'
import type { Caller } from '#lib/server/http/upstream-headers'
import { cookieName, openSession } from './session'

/** A browser's request, and who makes it. */
export interface BrowserCall extends Caller {
  request: NextRequest
  /** The value of the session's cookie, whether it opens or not. */
  cookie: string | undefined
  /** When it came, in milliseconds since 1970. */
  at: number
}

export async function openCall(request: NextRequest): Promise<BrowserCall> {
  const at = Date.now()
  const cookie = request.cookies.get(cookieName())?.value
  const locale = asLocale(request.cookies.get(localeKey)?.value)
  return { request, at, cookie, session: await openSession(cookie), locale, headers: request.headers }
}

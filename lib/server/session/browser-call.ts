import 'server-only'
import { asLocale, localeKey } from '#lib/i18n/locale'
import type { Caller } from '#lib/server/http/upstream-headers'
import { cookieName, isLeftView, openSession } from './session'

/** What is read of a browser's request: Next's own is one. */
export interface BrowserRequest extends Pick<Request, 'method' | 'headers' | 'signal' | 'body'> {
  /** Without the base path. */
  nextUrl: { pathname: string; search: string }
  cookies: { get: (name: string) => { value: string } | undefined }
}

/** A browser's request, and who makes it. */
export interface BrowserCall<R extends BrowserRequest = BrowserRequest> extends Caller {
  request: R
  /** The value of the session's cookie, whether it opens or not; none of a view that was left, so that no late answer takes one's own away. */
  cookie: string | undefined
  /** When it came, in milliseconds since 1970. */
  at: number
}

export async function openCall<R extends BrowserRequest>(request: R): Promise<BrowserCall<R>> {
  const at = Date.now()
  const cookie = request.cookies.get(cookieName())?.value
  const locale = asLocale(request.cookies.get(localeKey)?.value)
  const session = await openSession(cookie)
  const isLeft = session === null && (await isLeftView(cookie))
  return { request, at, cookie: isLeft ? undefined : cookie, session, locale, headers: request.headers }
}

import { randomBytes } from 'node:crypto'
import { type NextFetchEvent, type NextRequest, NextResponse } from 'next/server'
import { signOut } from '#contracts/session'
import { asLocale, localeKey } from '#lib/i18n/locale'
import { config as settings } from '#lib/server/config'
import { contentPolicy } from '#lib/server/content-policy'
import { guard, type Verdict } from '#lib/server/guard'
import { platform } from '#lib/server/platform'
import { isTooMany } from '#lib/server/rate-limit'
import {
  clearedSessionCookie,
  contextCookies,
  cookieName,
  endingMark,
  forget,
  openSession,
  type Session,
  sessionCookie,
} from '#lib/server/session'

/**
 * Runs before every page; `/api` guards itself, because Next cuts bodies over 10 MB short on the way through here. Files
 * go by, for speed.
 */
export const config = {
  runtime: 'nodejs',
  matcher: ['/', '/((?!api/|micro/|_next/static/|favicon\\.ico$|images/).*)'],
}

export async function middleware(request: NextRequest, event: NextFetchEvent): Promise<NextResponse> {
  const seal = request.cookies.get(cookieName())?.value
  const session = await openSession(seal)
  if (isTooMany(request.headers, session, 'page')) {
    return new NextResponse(null, { status: 429, headers: { ...bare, 'retry-after': '1' } })
  }
  const { pathname, searchParams } = request.nextUrl
  const verdict = guard({
    method: request.method,
    pathname,
    search: searchParams,
    destination: request.headers.get('sec-fetch-dest'),
    purpose: request.headers.get('sec-purpose') ?? request.headers.get('purpose'),
    session: session && {
      superIdentification: session.superIdentification,
      hasContext: session.context !== undefined,
      endingMark: endingMark(session),
    },
    hasCookie: seal !== undefined,
  })
  if (verdict.do === 'redirect' && verdict.signOut) event.waitUntil(endAtPlatform(request, session))
  const response = respond(request, verdict)
  await changeCookies(response, verdict, session, seal)
  return response
}

/** Of answers that are no page. */
const bare = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }

function respond(request: NextRequest, verdict: Verdict): NextResponse {
  switch (verdict.do) {
    case 'refuse':
      return new NextResponse(null, { status: verdict.status, headers: { ...bare, allow: 'GET, HEAD' } })
    case 'redirect': {
      // Not a copy of `nextUrl`, which would put a slash at the end wherever the request has one: `/login/` for ever.
      const target = new URL(request.nextUrl.basePath + verdict.to, request.url)
      return NextResponse.redirect(target, { status: 307, headers: { ...bare, 'cache-control': 'no-store' } })
    }
    case 'show':
      return show(request)
  }
}

function show(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString('base64')
  const policy = contentPolicy(request.nextUrl.pathname, nonce, {
    development: process.env.NODE_ENV === 'development',
    secure: settings().secure,
  })
  const headers = new Headers(request.headers)
  // Next reads the nonce from here and stamps its own scripts; whatever the browser sent under these names is gone.
  headers.set('content-security-policy', policy)
  headers.set('x-pathname', request.nextUrl.pathname)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

async function changeCookies(
  response: NextResponse,
  verdict: Verdict,
  session: Session | null,
  seal: string | undefined,
): Promise<void> {
  if (verdict.do === 'refuse') return
  if (verdict.clearSession) {
    forget(seal)
    for (const cookie of [clearedSessionCookie(), ...contextCookies(undefined)]) {
      response.headers.append('set-cookie', cookie)
    }
  } else if (verdict.do === 'redirect' && verdict.leaveSystem && session !== null) {
    forget(seal)
    response.headers.append('set-cookie', await sessionCookie({ ...session, context: undefined }))
    for (const cookie of contextCookies(undefined)) response.headers.append('set-cookie', cookie)
  }
}

async function endAtPlatform(request: NextRequest, session: Session | null): Promise<void> {
  if (session === null) return
  const locale = asLocale(request.cookies.get(localeKey)?.value)
  const answer = await platform(signOut, {}, { session, locale, headers: request.headers }, { timeout: 2000 })
  if (!answer.ok && answer.failure.kind !== 'ended')
    console.error('portal logout: the platform did not end the session')
}

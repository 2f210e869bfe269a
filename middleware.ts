import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { bareHeaders } from '#lib/security-headers'
import { hasContextMismatch } from '#lib/server/bff/context-mismatch'
import { config as settings } from '#lib/server/config'
import { busyHeaders, busyPage } from '#lib/server/http/busy-page'
import { contentPolicy, isOutsideShell } from '#lib/server/http/content-policy'
import { isPart } from '#lib/server/http/page-part'
import { isTooMany } from '#lib/server/http/rate-limit'
import { ownPaths } from '#lib/server/micro/micro-apps'
import { fileAskedAtRoot } from '#lib/server/micro/rooted-files'
import { guard, type Verdict } from '#lib/server/page/guard'
import { type BrowserCall, openCall } from '#lib/server/session/browser-call'
import {
  pendingUntil,
  readPending,
  setPendingCookie,
  signOutOf,
  unheardHeader,
} from '#lib/server/session/pending-sign-out'
import {
  contextCookies,
  forget,
  logoutNonce,
  type Session,
  sessionCookie,
  signedOutCookies,
  toldSignedOut,
} from '#lib/server/session/session'
import { sessionChanged } from '#lib/server/session/session-watch'
import { endAtPlatform } from '#lib/server/session/sign-out'
import { cookieTaken } from '#lib/server/session/taken-cookies'
import { ownSessionOf } from '#lib/server/session/viewing'

/**
 * Runs before every page; `/api` guards itself, because Next cuts bodies over 10 MB short on the way through here. Files
 * of the console go by, for speed: what else is asked for below `images/` may be a system's.
 */
export const config = {
  runtime: 'nodejs',
  matcher: [
    '/',
    '/((?!api/|micro/|_next/static/|healthz$|readyz$|favicon\\.ico$|robots\\.txt$|images/(?:avatar|chevron|mark|system|theme-(?:01|1[0-2]))\\.svg$).*)',
  ],
}

export async function middleware(request: NextRequest): Promise<NextResponse> {
  if (isPartOfAnother(request.headers)) return new NextResponse(null, { status: 403, headers: bareHeaders })
  const { basePath } = request.nextUrl
  const file = fileAskedAtRoot(request, request.nextUrl.pathname, basePath, ownPaths)
  if (file !== undefined) {
    const target = new URL(file + request.nextUrl.search, request.url)
    return NextResponse.redirect(target, { status: 307, headers: bareHeaders })
  }
  // No page stands there, and the files that do go by.
  if (request.nextUrl.pathname.startsWith('/images/')) {
    return new NextResponse(null, { status: 404, headers: bareHeaders })
  }
  const call = await openCall(request)
  const { session, cookie } = call
  let pending = await readPending(call)
  if (isTooMany(request.headers, session, 'page')) {
    return new NextResponse(busyPage(call.locale, 'tooMany'), { status: 429, headers: busyHeaders })
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
      logoutNonce: logoutNonce(session),
      isView: session.parent !== undefined,
    },
    hasCookie: cookie !== undefined,
    keepsNone: request.headers.get('cookie') === null && isFromSignIn(request),
  })
  if (verdict.do !== 'refuse' && verdict.signOut === true && session !== null) {
    // Nobody who meant to sign out waits for the second: the token of a failed verification is given back.
    if (verdict.do === 'redirect') pending = await signOutOf(session, call, pending)
    else endAtPlatform(session, call)
  }
  const response = respond(call, verdict, pendingUntil(pending))
  await setPendingCookie(response, pending)
  await changeCookies(response, verdict, call)
  return response
}

function isFromSignIn({ headers, nextUrl }: NextRequest): boolean {
  const from = headers.get('referer') ?? ''
  return URL.canParse(from) && new URL(from).pathname === `${nextUrl.basePath}/login`
}

/**
 * A page of another origin, be it a port or a host of the same site, shows, frames or fetches one of ours: it gets none, and takes
 * nothing of what its reader may ask for.
 */
function isPartOfAnother(headers: Headers): boolean {
  const destination = headers.get('sec-fetch-dest')
  const isForeign = /^(?:cross|same)-site$/.test(headers.get('sec-fetch-site') ?? '')
  return isForeign && destination !== null && destination !== 'document'
}

/** @param unheardUntil when a sign-out of this browser that the platform has not heard of is over by itself */
function respond(
  { request, session }: BrowserCall<NextRequest>,
  verdict: Verdict,
  unheardUntil: number | undefined,
): NextResponse {
  switch (verdict.do) {
    case 'refuse': {
      const allow = verdict.status === 405 && { allow: 'GET, HEAD' }
      return new NextResponse(null, { status: verdict.status, headers: { ...bareHeaders, ...allow } })
    }
    case 'redirect': {
      // Not a copy of `nextUrl`, which would put a slash at the end wherever the request has one: `/login/` for ever.
      const to = verdict.signOut && unheardUntil !== undefined ? '/login?reason=pending' : verdict.to
      const target = new URL(request.nextUrl.basePath + to, request.url)
      return NextResponse.redirect(target, { status: 307, headers: bareHeaders })
    }
    case 'show':
      if (mustBeWhole(request, session)) return new NextResponse(null, { headers: bareHeaders })
      return show(request, unheardUntil)
  }
}

/**
 * No part of a page for a tab that stands elsewhere, nor of one that has another policy than the shell and leaves nothing of it
 * in memory: what is none makes the browser load the page whole.
 */
function mustBeWhole({ headers, nextUrl }: NextRequest, session: Session | null): boolean {
  if (isPart(headers) && isOutsideShell(nextUrl.pathname)) return true
  return session !== null && hasContextMismatch(headers, session)
}

function show(request: NextRequest, unheardUntil: number | undefined): NextResponse {
  const nonce = randomBytes(16).toString('base64')
  const policy = contentPolicy(request.nextUrl.pathname, nonce, {
    development: process.env.NODE_ENV === 'development',
    secure: settings().secure,
  })
  const headers = new Headers(request.headers)
  // Next reads the nonce from here and stamps its own scripts; whatever the browser sent under these names is gone.
  headers.set('content-security-policy', policy)
  headers.set('x-pathname', request.nextUrl.pathname)
  headers.set('x-search', request.nextUrl.search)
  headers.set(unheardHeader, String(unheardUntil ?? ''))
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

async function changeCookies(
  response: NextResponse,
  verdict: Verdict,
  { session, cookie }: BrowserCall,
): Promise<void> {
  let cookies: string[] = []
  if (verdict.do !== 'refuse' && verdict.clearSession) {
    cookies = signedOutCookies()
    if (verdict.do === 'redirect' && verdict.signOut) cookies.push(toldSignedOut())
  } else if (verdict.do === 'redirect' && verdict.leaveSystem && session !== null) {
    cookies = [await sessionCookie({ ...session, context: undefined }), ...contextCookies(undefined)]
    sessionChanged(session.token, { ...session, context: undefined })
  }
  const own = session === null ? undefined : ownSessionOf(session)
  if (verdict.do === 'redirect' && verdict.leaveView && session !== null && own !== undefined) {
    cookies = [await sessionCookie(own), ...contextCookies(undefined)]
    cookieTaken(session.token)
    sessionChanged(session.token, own)
  }
  if (cookies.length > 0) forget(cookie)
  for (const line of cookies) response.headers.append('set-cookie', line)
}

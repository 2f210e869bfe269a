import { isConsolePath } from '#lib/console-pages'
import { isStandalonePage } from '#lib/micro-views'
import { safePath } from '#lib/safe-path'
import { ownPaths } from '#lib/server/micro/micro-apps'

/** What the guard sees of a page request (specification section 2.2). */
export interface Navigation {
  method: string
  /** Without the base path. */
  pathname: string
  search: URLSearchParams
  /** Where browsers send it (`Sec-Fetch-Dest`): `document` for a navigation that people see. */
  destination: string | null
  /** `Sec-Purpose` or `Purpose`: a prefetch is nobody's wish yet. */
  purpose: string | null
  session: { superIdentification: boolean; hasContext: boolean; logoutNonce: string; isView?: boolean } | null
  /** A session cookie came along, whether it opens or not. */
  hasCookie: boolean
  /** Signing in has led here, and the browser has not one cookie of ours: it keeps none. */
  keepsNone?: boolean
}

export type Verdict =
  | { do: 'show'; clearSession?: boolean; signOut?: boolean }
  | { do: 'refuse'; status: 403 | 405 }
  | {
      do: 'redirect'
      to: string
      clearSession?: boolean
      leaveSystem?: boolean
      leaveView?: boolean
      signOut?: boolean
    }

/**
 * The navigation guard, as a function of what it sees. It decides where a person goes; what they may see is decided
 * again by every page (`lib/server/page/request-context.ts`) and by the platform.
 */
export function guard(navigation: Navigation): Verdict {
  if (navigation.method !== 'GET' && navigation.method !== 'HEAD') return { do: 'refuse', status: 405 }
  if (isPortalLogout(navigation)) {
    // A page that was got beforehand would stand in for the one that signs out: browsers throw away what fails, and ask anew.
    if (isAhead(navigation)) return { do: 'refuse', status: 403 }
    return { do: 'redirect', to: '/login', clearSession: true, signOut: navigation.session !== null }
  }
  const plain = withoutSlash(navigation.pathname)
  const { session } = navigation
  // Signed out, every page but that of signing in leads there at once.
  if (plain !== undefined && (session !== null || plain === '/login'))
    return { do: 'redirect', to: plain + queryOf(navigation.search) }
  return session === null
    ? withoutSession({ ...navigation, pathname: plain ?? navigation.pathname })
    : withSession(navigation, session)
}

/** Top-level navigations only, so that an image or a frame signs nobody out (decisions). */
function isPortalLogout(navigation: Navigation): boolean {
  return (
    navigation.search.get('areaPortalLogout') === 'true' &&
    navigation.method === 'GET' &&
    (navigation.destination === null || navigation.destination === 'document' || isAhead(navigation))
  )
}

/** Next shows the same page with a slash at the end; a page of a sub-application may mean something else by it. */
function withoutSlash(pathname: string): string | undefined {
  if (!pathname.endsWith('/')) return undefined
  const plain = pathname.slice(0, -1)
  return ownPaths.has(plain.split('/')[1] ?? '') || isStandalonePage(plain) ? plain : undefined
}

function queryOf(search: URLSearchParams): string {
  return search.size === 0 ? '' : `?${search}`
}

function isAhead({ purpose }: Navigation): boolean {
  return /prefetch|prerender/i.test(purpose ?? '')
}

function withoutSession(navigation: Navigation): Verdict {
  if (navigation.pathname === '/login') return { do: 'show', clearSession: navigation.hasCookie }
  if (navigation.keepsNone) return { do: 'redirect', to: '/login?reason=cookies' }
  return { do: 'redirect', to: withReturnPath('/login', navigation, '/'), clearSession: navigation.hasCookie }
}

function withSession(navigation: Navigation, session: NonNullable<Navigation['session']>): Verdict {
  const { pathname, search } = navigation
  if (pathname === '/login') {
    // A page found the session over and sent the person here; only it knows the mark.
    const over = search.get('ended') === session.logoutNonce
    // Where the platform itself said so, it knows.
    const signOut = search.get('reason') !== 'ended'
    const to = safePath(search.get('from')) ?? '/'
    // Whoever sees the console as somebody else is themselves again, where they are.
    if (over && session.isView === true) return { do: 'redirect', to, leaveView: true }
    return over ? { do: 'show', clearSession: true, signOut } : { do: 'redirect', to }
  }
  if (pathname === '/selectSystem') {
    if (session.superIdentification) return { do: 'redirect', to: '/' }
    if (search.get('left') !== session.logoutNonce) return { do: 'show' }
    return { do: 'redirect', to: '/selectSystem?nf=t&reason=left', leaveSystem: true }
  }
  if (pathname === '/toggleSystem') return { do: 'redirect', to: '/selectSystem?nf=t' }
  const renamed = renamedPaths[pathname]
  if (renamed !== undefined) return { do: 'redirect', to: renamed }
  if (!session.superIdentification && !session.hasContext && isConsolePath(pathname)) {
    return { do: 'redirect', to: withReturnPath('/selectSystem', navigation, '/home') }
  }
  return { do: 'show' }
}

/** An address that names the page that was asked for, where that is not the one that people come to anyway. */
function withReturnPath(to: string, { pathname, search }: Navigation, start: string): string {
  const from = pathname === start ? undefined : safePath(pathname + queryOf(search))
  return from === undefined ? to : `${to}?${new URLSearchParams({ from })}`
}

const renamedPaths: Record<string, string> = { '/': '/home', '/user': '/user/index' }

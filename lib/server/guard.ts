import { isConsolePath } from '#lib/console-pages'
import { safePath } from '#lib/safe-path'

/** What the guard sees of a page request (specification section 2.2). */
export interface Visit {
  method: string
  /** Without the base path. */
  pathname: string
  search: URLSearchParams
  /** Where browsers send it (`Sec-Fetch-Dest`): `document` for a navigation that people see. */
  destination: string | null
  /** `Sec-Purpose` or `Purpose`: a prefetch is nobody's wish yet. */
  purpose: string | null
  session: { superIdentification: boolean; hasContext: boolean; endingMark: string } | null
  /** A session cookie came along, whether it opens or not. */
  hasCookie: boolean
}

export type Verdict =
  | { do: 'show'; clearSession?: boolean }
  | { do: 'refuse'; status: 405 }
  | { do: 'redirect'; to: string; clearSession?: boolean; leaveSystem?: boolean; signOut?: boolean }

/**
 * The navigation guard, as a function of what it sees. It decides where a person goes; what they may see is decided
 * again by every page (`lib/server/visit.ts`) and by the platform.
 */
export function guard(visit: Visit): Verdict {
  if (visit.method !== 'GET' && visit.method !== 'HEAD') return { do: 'refuse', status: 405 }
  if (isPortalLogout(visit)) {
    return { do: 'redirect', to: '/login', clearSession: true, signOut: visit.session !== null }
  }
  return visit.session === null ? withoutSession(visit) : withSession(visit, visit.session)
}

/** Top-level navigations only, so that an image, a frame or a prefetch signs nobody out (decisions). */
function isPortalLogout(visit: Visit): boolean {
  return (
    visit.search.get('areaPortalLogout') === 'true' &&
    visit.method === 'GET' &&
    (visit.destination === null || visit.destination === 'document') &&
    !/prefetch|prerender/i.test(visit.purpose ?? '')
  )
}

function withoutSession(visit: Visit): Verdict {
  if (visit.pathname === '/login') return { do: 'show', clearSession: visit.hasCookie }
  const query = visit.search.size === 0 ? '' : `?${visit.search}`
  const from = visit.pathname === '/' ? undefined : safePath(visit.pathname + query)
  const to = from === undefined ? '/login' : `/login?${new URLSearchParams({ from })}`
  return { do: 'redirect', to, clearSession: visit.hasCookie }
}

function withSession(visit: Visit, session: NonNullable<Visit['session']>): Verdict {
  const { pathname, search } = visit
  if (pathname === '/login') {
    // A page found the session over and sent the person here; only it knows the mark.
    const over = search.get('ended') === session.endingMark
    return over ? { do: 'show', clearSession: true } : { do: 'redirect', to: '/' }
  }
  if (pathname === '/selectSystem') {
    if (session.superIdentification) return { do: 'redirect', to: '/' }
    if (search.get('left') !== session.endingMark) return { do: 'show' }
    return { do: 'redirect', to: '/selectSystem?nf=t&reason=left', leaveSystem: true }
  }
  if (pathname === '/toggleSystem') return { do: 'redirect', to: '/selectSystem?nf=t' }
  const renamed = renamedPaths[pathname]
  if (renamed !== undefined) return { do: 'redirect', to: renamed }
  if (!session.superIdentification && !session.hasContext && isConsolePath(pathname)) {
    const query = search.size === 0 ? '' : `?${search}`
    const from = pathname === '/home' ? undefined : safePath(pathname + query)
    return {
      do: 'redirect',
      to: from === undefined ? '/selectSystem' : `/selectSystem?${new URLSearchParams({ from })}`,
    }
  }
  return { do: 'show' }
}

const renamedPaths: Record<string, string> = { '/': '/home', '/user': '/user/index' }

import 'server-only'
import { contextHeader, contextText, type Place } from '#lib/page-context'
import type { Session } from '#lib/server/session/session'
import type { SessionPlace } from '#lib/server/session/session-watch'
import { placeName } from '#lib/system-name'

/** Where somebody is, as people are told of it: outside any system without a context. */
export function placeOf({ userId, username, context }: SessionPlace): Place {
  const { orgId = '', orgName = '', systemId = '', systemName = '' } = context ?? {}
  const systemNameEn = context && placeName(context, 'en')
  return { userId, username, orgId, orgName, systemId, systemName, systemNameEn }
}

/**
 * A page states whose it is, and of which organization and system; where the session has moved on in another tab, nothing
 * is written, and nothing of the other place is shown in it (EDGE-1). One outside any system is bound to its person only.
 */
export function hasContextMismatch(headers: Headers, session: Session): boolean {
  const stated = headers.get(contextHeader)
  if (stated === null) return false
  const place = placeOf(session)
  const outside = contextText({ ...place, orgId: '', systemId: '' })
  return stated !== contextText(place) && stated !== outside
}

/** The page is of somebody else than the session, wherever they are. */
export function hasUserMismatch(headers: Headers, session: Session): boolean {
  const stated = headers.get(contextHeader)
  return stated !== null && stated.split('|')[0] !== encodeURIComponent(session.userId)
}

import type { NextRequest } from 'next/server'
import { viewAs } from '#contracts/account'
import { failed, succeeded } from '#lib/result'
import { beginView } from '#lib/server/bff/begin-view'
import { hasUserMismatch } from '#lib/server/bff/context-mismatch'
import { enteredPlace } from '#lib/server/bff/context-of'
import { contextMismatch, endedRefusal } from '#lib/server/bff/refusals'
import { sessionRoute } from '#lib/server/bff/session-route'
import { envelopeResponse } from '#lib/server/http/responses'
import { contextCookies, forget, sessionCookie } from '#lib/server/session/session'
import { sessionChanged } from '#lib/server/session/session-watch'
import { endAtPlatform } from '#lib/server/session/sign-out'
import { cookieTaken } from '#lib/server/session/taken-cookies'

/** Begins to see the console as somebody else. The token goes into the sealed cookie, beside the person's own. */
export function POST(request: NextRequest): Promise<Response> {
  return sessionRoute(request, viewAs.body, async ({ body, session, cookie, as }) => {
    if (session === null) return failed(endedRefusal())
    if (hasUserMismatch(request.headers, session)) return failed(contextMismatch(session))
    const begun = await beginView({ session, as }, body.userId, body.orgId)
    if (!begun.ok) return begun
    const view = begun.data
    const sealed = await sessionCookie(view).catch(async (error) => {
      await endAtPlatform(view, as(view))
      throw error
    })
    forget(cookie)
    cookieTaken(session.token)
    sessionChanged(session.token, view)
    const data = enteredPlace(view, '/home')
    return succeeded(envelopeResponse(200, { code: 0, data }, [sealed, ...contextCookies(view.context)]))
  })
}

import type { NextRequest } from 'next/server'
import * as z from 'zod/mini'
import { failed, succeeded } from '#lib/result'
import { placeOf } from '#lib/server/bff/context-mismatch'
import { endedRefusal } from '#lib/server/bff/refusals'
import { sessionRoute } from '#lib/server/bff/session-route'
import { envelopeResponse } from '#lib/server/http/responses'
import { contextCookies, forget, sessionCookie } from '#lib/server/session/session'
import { endAtPlatform } from '#lib/server/session/sign-out'
import { ownSessionOf } from '#lib/server/session/viewing'

/** Back to one's own session; the view is over here at once, and at the platform as soon as it hears. */
export function POST(request: NextRequest): Promise<Response> {
  return sessionRoute(request, z.object({}), async ({ session, cookie, as }) => {
    if (session === null) return failed(endedRefusal())
    const own = ownSessionOf(session)
    if (own === undefined) return succeeded(envelopeResponse(200, { code: 0, data: null }))
    await endAtPlatform(session, as(session))
    forget(cookie)
    const cookies = [await sessionCookie(own), ...contextCookies(undefined)]
    return succeeded(envelopeResponse(200, { code: 0, data: { place: placeOf(own) } }, cookies))
  })
}

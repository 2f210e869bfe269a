import type { NextRequest } from 'next/server'
import * as z from 'zod/mini'
import { succeeded } from '#lib/result'
import { sessionRoute } from '#lib/server/bff/session-route'
import { envelopeResponse } from '#lib/server/http/responses'
import { pendingUntil } from '#lib/server/session/pending-sign-out'
import { forget, signedOutCookies } from '#lib/server/session/session'

/**
 * Signs out (specification section 4, logout): the platform's logout first, then the cookies, whatever it answers. Where
 * it did not hear, the answer says until when the session could live there.
 */
export function POST(request: NextRequest): Promise<Response> {
  return sessionRoute(request, z.object({}), async ({ session, cookie, signOut }) => {
    const until = pendingUntil(await signOut(session))
    forget(cookie)
    const data = { pendingUntil: until ?? null }
    const headers = { 'clear-site-data': '"cache"' }
    return succeeded(envelopeResponse(200, { code: 0, data }, signedOutCookies(), headers))
  })
}

import type { NextRequest } from 'next/server'
import { enterSystem, listSystems, listUserOrganizations } from '#contracts/session'
import { failed, succeeded } from '#lib/result'
import { hasUserMismatch } from '#lib/server/bff/context-mismatch'
import { contextOf, enteredPlace } from '#lib/server/bff/context-of'
import { contextMismatch, endedRefusal, failureRefusal } from '#lib/server/bff/refusals'
import { sessionRoute } from '#lib/server/bff/session-route'
import { platform } from '#lib/server/http/platform'
import { envelopeResponse } from '#lib/server/http/responses'
import { returnPath } from '#lib/server/page/return-path'
import { contextCookies, forget, sessionCookie } from '#lib/server/session/session'
import { sessionChanged } from '#lib/server/session/session-watch'

/** Enters a system (specification section 2.4), after asking the platform whether both are really the person's. */
export function POST(request: NextRequest): Promise<Response> {
  return sessionRoute(request, enterSystem, async ({ body, session, cookie, as }) => {
    if (session === null) return failed(endedRefusal())
    // A page that somebody else left open would take this person where they never were.
    if (hasUserMismatch(request.headers, session)) return failed(contextMismatch(session))
    // The lists are asked for outside any system: the one that is being left may be closed already.
    const caller = as({ ...session, context: undefined })
    const [organizations, systems] = await Promise.all([
      platform(listUserOrganizations, { query: { enabled: true } }, caller),
      platform(listSystems, { query: { orgId: body.orgId } }, caller),
    ])
    if (!organizations.ok) return failed(failureRefusal(organizations.failure, 'platformAway'))
    if (!systems.ok) return failed(failureRefusal(systems.failure, 'platformAway'))
    const organization = organizations.data.find((candidate) => candidate.orgId === body.orgId)
    const system = systems.data.find((candidate) => candidate.id === body.systemId)
    if (organization === undefined || system === undefined) {
      return failed({ status: 403, key: 'systemNotYours' })
    }
    const context = contextOf(organization, system)
    const there = { ...session, context }
    forget(cookie)
    const data = enteredPlace(there, await returnPath(body.from, as(there)))
    const cookies = [await sessionCookie(there), ...contextCookies(context)]
    sessionChanged(session.token, there)
    return succeeded(envelopeResponse(200, { code: 0, data }, cookies))
  })
}

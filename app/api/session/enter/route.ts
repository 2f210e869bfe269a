import type { NextRequest } from 'next/server'
import { defaultSetting, enterSystem, listSystems, listUserOrganizations } from '#contracts/session'
import { failed, succeeded } from '#lib/result'
import { hasUserMismatch, placeOf } from '#lib/server/bff/context-mismatch'
import { contextMismatch, endedRefusal, failureRefusal } from '#lib/server/bff/refusals'
import { sessionRoute } from '#lib/server/bff/session-route'
import { platform } from '#lib/server/http/platform'
import { envelopeResponse } from '#lib/server/http/responses'
import { returnPath } from '#lib/server/page/return-path'
import {
  contextCookies,
  forget,
  longestText,
  type SystemContext,
  sessionCookie,
} from '#lib/server/session/session'
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
    const context: SystemContext = {
      orgId: organization.orgId,
      orgCode: organization.orgCode ?? '',
      orgName: organization.orgName.slice(0, longestText),
      systemId: system.id,
      systemCode: system.code,
      systemName: system.name.slice(0, longestText),
      setting: system.setting ?? undefined,
    }
    forget(cookie)
    const data = {
      orgCode: context.orgCode,
      systemCode: system.code,
      place: placeOf({ ...session, context }),
      setting: system.setting ?? defaultSetting,
      to: await returnPath(body.from, as({ ...session, context })),
    }
    const cookies = [await sessionCookie({ ...session, context }), ...contextCookies(context)]
    sessionChanged(session.token, { ...session, context })
    return succeeded(envelopeResponse(200, { code: 0, data }, cookies))
  })
}

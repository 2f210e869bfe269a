import type { NextRequest } from 'next/server'
import { getTranslations } from 'next-intl/server'
import { codes } from '#contracts/envelope'
import { defaultSetting, enterSystem, listSystems, listUserOrganizations } from '#contracts/session'
import { answer } from '#lib/server/answers'
import { platform } from '#lib/server/platform'
import {
  clearedSessionCookie,
  contextCookies,
  forget,
  longestText,
  SessionTooLarge,
  type SystemContext,
  sessionCookie,
} from '#lib/server/session'
import { failureAnswer, sessionRoute, tokenTooLarge } from '#lib/server/session-route'

/** Enters a system (specification section 2.4), after asking the platform whether both are really the person's. */
export function POST(request: NextRequest): Promise<Response> {
  return sessionRoute(request, enterSystem, async ({ body, session, seal, locale, as }) => {
    const t = await getTranslations({ locale, namespace: 'errors' })
    if (session === null) {
      return answer(401, { code: codes.signedOut, msg: t('ended') }, [clearedSessionCookie()])
    }
    // The lists are asked for outside any system: the one that is being left may be closed already.
    const caller = as({ ...session, context: undefined })
    const [organizations, systems] = await Promise.all([
      platform(listUserOrganizations, { query: { enabled: true } }, caller),
      platform(listSystems, { query: { orgId: body.orgId } }, caller),
    ])
    if (!organizations.ok) return failureAnswer(organizations.failure, locale)
    if (!systems.ok) return failureAnswer(systems.failure, locale)
    const organization = organizations.data.find((candidate) => candidate.orgId === body.orgId)
    const system = systems.data.find((candidate) => candidate.id === body.systemId)
    if (organization === undefined || system === undefined) {
      return answer(403, { code: codes.notPermitted, msg: t('systemNotYours') })
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
    forget(seal)
    const data = {
      orgId: context.orgId,
      orgCode: context.orgCode,
      systemId: context.systemId,
      systemCode: system.code,
      setting: system.setting ?? defaultSetting,
    }
    try {
      const cookie = await sessionCookie({ ...session, context })
      return answer(200, { code: 0, data }, [cookie, ...contextCookies(context)])
    } catch (error) {
      if (!(error instanceof SessionTooLarge)) throw error
      return tokenTooLarge(locale)
    }
  })
}

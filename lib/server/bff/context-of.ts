import 'server-only'
import { defaultSetting, type OrganizationChoice, type SystemTile } from '#contracts/session'
import { longestText, type Session, type SystemContext } from '#lib/server/session/session'
import { placeOf } from './context-mismatch'

/** What the session keeps of where somebody works. */
export function contextOf(organization: OrganizationChoice, system: SystemTile): SystemContext {
  return {
    orgId: organization.orgId,
    orgCode: organization.orgCode ?? '',
    orgName: organization.orgName.slice(0, longestText),
    systemId: system.id,
    systemCode: system.code,
    systemName: system.name.slice(0, longestText),
    systemNameEn: system.nameEn?.slice(0, longestText),
    setting: system.setting ?? undefined,
  }
}

/** What its browser is told of a place that it has entered. */
export function enteredPlace(session: Session & { context: SystemContext }, to: string) {
  const { orgCode, systemCode, setting = defaultSetting } = session.context
  return { orgCode, systemCode, place: placeOf(session), setting, to }
}

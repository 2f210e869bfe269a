import 'server-only'
import { defaultSetting, type OrganizationChoice, type SystemTile } from '#contracts/session'
import type { Session, SystemContext } from '#lib/server/session/session'
import { placeOf } from './context-mismatch'

/** Bytes of a name that the session's cookie has room for, beside the longest token. */
const longestName = 60

/** What the session keeps of where somebody works. */
export function contextOf(organization: OrganizationChoice, system: SystemTile): SystemContext {
  return {
    orgId: organization.orgId,
    orgCode: organization.orgCode ?? '',
    orgName: shortened(organization.orgName),
    systemId: system.id,
    systemCode: system.code,
    systemName: shortened(system.name),
    systemNameEn: system.nameEn ? shortened(system.nameEn) : undefined,
    setting: system.setting ?? undefined,
  }
}

/** What its browser is told of a place that it has entered. */
export function enteredPlace(session: Session & { context: SystemContext }, to: string) {
  const { orgCode, systemCode, setting = defaultSetting } = session.context
  return { orgCode, systemCode, place: placeOf(session), setting, to }
}

function shortened(name: string): string {
  const bytes = Buffer.from(name)
  if (bytes.length <= longestName) return name
  const mark = '…'
  // A letter that is cut in two is none.
  return (
    bytes
      .subarray(0, longestName - Buffer.byteLength(mark))
      .toString()
      .replace(/\uFFFD$/, '') + mark
  )
}

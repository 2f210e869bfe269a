import 'server-only'
import { count } from '#contracts/alarm'
import { type MenuEntry, openBranch } from '#lib/menu-entry'
import { config } from '#lib/server/config'
import { microAppOfCall } from '#lib/server/micro/micro-apps'
import type { RequestContext } from './request-context'

/**
 * Whether alarms are counted for this person (SHELL-5), and the page of their menu that lists them. A system that is
 * switched off, or whose address the operator does not allow, could not answer.
 */
export function alarmsIn(
  { session, apps }: Pick<RequestContext, 'session' | 'apps'>,
  entries: readonly MenuEntry[],
): { href: string | undefined } | undefined {
  const code = session.context?.systemCode
  if (session.superIdentification || code === undefined || !config().alarmSystems.includes(code)) {
    return undefined
  }
  const app = microAppOfCall(apps, count.path)
  if (app !== undefined && (app.origin === undefined || !app.enabled)) return undefined
  const page = `/${code}/alarms`
  return { href: openBranch(entries, page).length > 0 ? page : undefined }
}

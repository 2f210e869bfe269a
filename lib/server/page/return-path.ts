import 'server-only'
import { permits } from '#contracts/permission'
import { consolePages, isConsolePath } from '#lib/console-pages'
import { appAt, isStandalonePage } from '#lib/micro-views'
import { safePath } from '#lib/safe-path'
import type { Caller } from '#lib/server/http/upstream-headers'
import { ownApps, readMicroApps } from '#lib/server/micro/micro-apps'
import { grantIn, readMenu } from '#lib/server/session/menu-reader'

const home = '/home'

/**
 * Where a session begins: at the page that was first asked for, where this person may open it in this system, else at
 * home (GUARD-2). Somebody else may have asked for it. While the platform cannot tell, the page itself will.
 * @param caller with the session that begins
 */
export async function returnPath(from: string | undefined, caller: Caller): Promise<string> {
  const path = safePath(from)
  if (path === undefined) return home
  const pathname = path.split(/[?#]/)[0] ?? ''
  const page = consolePages.find((candidate) => candidate.path === pathname)
  if (page === undefined && isConsolePath(pathname)) return path
  const isSuper = caller.session?.superIdentification === true
  const isStandalone = isStandalonePage(pathname)
  const [menu, apps] = await Promise.all([
    readMenu(caller),
    readMicroApps(caller, { standalone: isStandalone }),
  ])
  if (!menu.ok || !apps.ok) return path
  if (page !== undefined) {
    return permits(grantIn(menu.data, caller.session), page.permissions) ? path : home
  }
  const reached = isStandalone ? apps.data : ownApps(apps.data, menu.data, isSuper)
  return appAt(pathname, reached) === undefined ? home : path
}

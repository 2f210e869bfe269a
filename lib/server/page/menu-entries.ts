import 'server-only'
import type { Locale } from '#lib/i18n/locale'
import { builtInMenu, menuFromTree } from '#lib/menu'
import type { MenuEntry } from '#lib/menu-entry'
import type { RequestContext } from './request-context'

/** The menu of the shell, as this person has it. */
export function menuEntries({ session, menu, apps }: RequestContext, locale: Locale): MenuEntry[] {
  if (session.superIdentification) return builtInMenu(locale)
  return menuFromTree(menu, locale, new Map(apps.map((app) => [app.code, app])))
}

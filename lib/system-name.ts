import { consoleName } from '#contracts/console-name'
import { consoleSystem } from '#contracts/permission'
import type { Locale } from './i18n/locale'

export interface Named {
  name: string
  nameEn?: string | null | undefined
  code?: string | null | undefined
}

/** In that language, where it has one: a name that is not Chinese is English, too. */
export const nameIn = ({ name, nameEn }: Named, locale: Locale) =>
  locale === 'en' ? nameEn || (/\p{Script=Han}/u.test(name) ? undefined : name) : name

/** Most names are Chinese; the console itself has an English one, too, where nobody gave it another. */
export function systemName(system: Named, locale: Locale): string {
  return nameIn(system, locale) || (system.code === consoleSystem ? consoleName[locale] : system.name)
}

/** The system that somebody works in; a super administrator is in the console itself. */
export function placeName(
  place: { systemName: string; systemNameEn?: string | undefined; systemCode?: string } | undefined,
  locale: Locale,
): string {
  if (place === undefined) return consoleName[locale]
  const { systemName: name, systemNameEn: nameEn, systemCode: code } = place
  return systemName({ name, nameEn, code }, locale)
}

/** The log keeps the name that a system had, and no code. */
export const loggedSystem = (name: string | null | undefined, locale: Locale) =>
  name === consoleName['zh-cn'] ? consoleName[locale] : name

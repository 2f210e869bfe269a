/** The two languages (specification section 1). Chinese is the default. */
export const locales = ['zh-cn', 'en'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'zh-cn'

/** Cookie and local storage key of the chosen language. */
export const localeKey = 'lang'

/** Any value, hostile ones included, becomes a language of ours. */
export function asLocale(value: string | undefined | null): Locale {
  return locales.find((locale) => locale === value) ?? defaultLocale
}

/** What `<html lang>` says. */
export function htmlLang(locale: Locale): string {
  return locale === 'zh-cn' ? 'zh-CN' : 'en'
}

/** What the platform's locale header says (specification section 7). */
export function platformLocale(locale: Locale): string {
  return locale === 'zh-cn' ? 'zh-cn' : 'en-US'
}

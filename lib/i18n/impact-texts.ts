import type { Locale } from './locale'

/** The texts of what a change does to others: they come with the first question that tells of it. */
export async function impactTexts(locale: Locale) {
  const file = await (locale === 'en' ? import('#messages/en/impact') : import('#messages/zh-cn/impact'))
  return { impact: file.default }
}

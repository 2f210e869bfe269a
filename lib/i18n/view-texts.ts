import type { Locale } from './locale'

const files = {
  'zh-cn': () => import('#messages/zh-cn/view'),
  en: () => import('#messages/en/view'),
}

/** The texts of how a list is set up: they come with its panel. */
export async function viewTexts(locale: Locale) {
  return { view: (await files[locale]()).default }
}

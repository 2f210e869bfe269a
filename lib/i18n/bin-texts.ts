import type { Locale } from './locale'

const files = {
  'zh-cn': () => import('#messages/zh-cn/bin'),
  en: () => import('#messages/en/bin'),
}

/** The texts of the recycle bin: they come when it is opened. */
export async function binTexts(locale: Locale) {
  return { bin: (await files[locale]()).default }
}

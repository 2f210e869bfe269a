import type { Locale } from './locale'

const files = {
  'zh-cn': () => import('#messages/zh-cn/export'),
  en: () => import('#messages/en/export'),
}

/** What is said of a file of a list: it comes with the first one. */
export async function exportTexts(locale: Locale) {
  return (await files[locale]()).default
}

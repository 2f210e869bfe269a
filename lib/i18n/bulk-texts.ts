import type { Locale } from './locale'

const files = {
  'zh-cn': () => import('#messages/zh-cn/bulk'),
  en: () => import('#messages/en/bulk'),
}

/** The texts of what is done with many rows at once: they come with the first row that is chosen. */
export async function bulkTexts(locale: Locale) {
  return { bulk: (await files[locale]()).default }
}

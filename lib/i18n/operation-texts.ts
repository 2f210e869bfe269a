import type { Locale } from './locale'

const files = {
  'zh-cn': () => import('#messages/zh-cn/operation'),
  en: () => import('#messages/en/operation'),
}

/** The operation log's words: a record's history brings them along. */
export async function operationTexts(locale: Locale) {
  return { operation: (await files[locale]()).default }
}

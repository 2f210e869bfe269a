import type { Locale } from './locale'

const files = {
  'zh-cn': () => import('#messages/zh-cn/accountImport'),
  en: () => import('#messages/en/accountImport'),
}

/** The texts of accounts from a file: they come with its dialog. */
export async function importTexts(locale: Locale) {
  return { accountImport: (await files[locale]()).default }
}

import type { Locale } from './locale'

const files = {
  'zh-cn': () => import('#messages/zh-cn/access'),
  en: () => import('#messages/en/access'),
}

/** The texts of explanations, which come with them. */
export async function accessTexts(locale: Locale) {
  return { access: (await files[locale]()).default }
}

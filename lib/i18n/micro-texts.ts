import type { Locale } from './locale'

const files = {
  'zh-cn': () => import('#messages/zh-cn/micro'),
  en: () => import('#messages/en/micro'),
}

/** The texts of sub-applications' frames, and of what keeps one from showing: they come with the first. */
export async function microTexts(locale: Locale) {
  return { micro: (await files[locale]()).default }
}

import type { Locale } from './locale'

const files = {
  'zh-cn': () =>
    Promise.all([
      import('#messages/zh-cn/common'),
      import('#messages/zh-cn/errors'),
      import('#messages/zh-cn/login'),
      import('#messages/zh-cn/validation'),
    ]),
  en: () =>
    Promise.all([
      import('#messages/en/common'),
      import('#messages/en/errors'),
      import('#messages/en/login'),
      import('#messages/en/validation'),
    ]),
}

/** The texts of signing in. Every page would carry them for a dialog that hardly anybody sees: they come with it. */
export async function signInTexts(locale: Locale) {
  const [common, errors, login, validation] = await files[locale]()
  return {
    common: common.default,
    errors: errors.default,
    login: login.default,
    validation: validation.default,
  }
}

import type { Locale } from './locale'

const files = {
  'zh-cn': () =>
    Promise.all([
      import('#messages/zh-cn/login'),
      import('#messages/zh-cn/password'),
      import('#messages/zh-cn/validation'),
    ]),
  en: () =>
    Promise.all([
      import('#messages/en/login'),
      import('#messages/en/password'),
      import('#messages/en/validation'),
    ]),
}

/** The texts of signing in. Every page would carry them for a dialog that hardly anybody sees: they come with it. */
export async function signInTexts(locale: Locale) {
  const [login, password, validation] = await files[locale]()
  return { login: login.default, password: password.default, validation: validation.default }
}

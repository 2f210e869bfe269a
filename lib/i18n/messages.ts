import type { Locale } from './locale'
import * as namespaces from './namespaces'

/** All texts, by namespace: the files of one language, which those of the others match key by key. */
export type Messages = { [Name in keyof typeof namespaces]: (typeof namespaces)[Name] }
export type Namespace = keyof Messages

const loaded = new Map<Locale, Promise<Messages>>()

/** All texts of one language. On the server only: a browser gets the namespaces that its page names. */
export function loadMessages(locale: Locale): Promise<Messages> {
  const known = loaded.get(locale)
  if (known !== undefined) return known
  const loading = load(locale)
  // What is changed while one develops is loaded anew.
  if (process.env.NODE_ENV === 'production') loaded.set(locale, loading)
  return loading
}

async function load(locale: Locale): Promise<Messages> {
  const files = Object.keys(namespaces).map(async (name) => {
    const file = await import(`../../messages/${locale}/${name}.json`)
    return [name, file.default] as const
  })
  return Object.fromEntries(await Promise.all(files)) as Messages
}

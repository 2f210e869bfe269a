import { getLocale, getMessages, getNow, getTimeZone } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Messages as AllMessages, Namespace } from '#lib/i18n/messages'
import { FirstTexts, MoreTexts } from './texts'

const everywhere: readonly Namespace[] = ['common', 'errors']

/** Hands the browser the texts that every page uses. */
export async function FirstMessages({ children }: { children: ReactNode }) {
  return <FirstTexts {...(await given(everywhere))}>{children}</FirstTexts>
}

/** Hands the browser the texts that the components below use besides those, and no others. */
export async function Messages({ names, children }: { names: readonly Namespace[]; children: ReactNode }) {
  return <MoreTexts {...(await given(names))}>{children}</MoreTexts>
}

async function given(names: readonly Namespace[]) {
  const [all, locale, timeZone, now] = await Promise.all([
    getMessages() as Promise<AllMessages>,
    getLocale(),
    getTimeZone(),
    getNow(),
  ])
  const texts = Object.fromEntries(names.map((name) => [name, written(all[name])]))
  return { texts, locale, timeZone, now }
}

const known = new WeakMap<object, string>()

function written(texts: object): string {
  const text = known.get(texts) ?? JSON.stringify(texts)
  known.set(texts, text)
  return text
}

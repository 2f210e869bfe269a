import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Messages as AllMessages, Namespace } from '#lib/i18n/messages'

const everywhere: readonly Namespace[] = ['common', 'errors']

/** Hands the browser the texts that the components below use, and no others. */
export async function Messages({ names, children }: { names: readonly Namespace[]; children: ReactNode }) {
  const all = (await getMessages()) as AllMessages
  const chosen = Object.fromEntries([...everywhere, ...names].map((name) => [name, all[name]]))
  return <NextIntlClientProvider messages={chosen}>{children}</NextIntlClientProvider>
}

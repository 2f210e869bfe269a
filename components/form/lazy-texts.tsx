'use client'

import { NextIntlClientProvider, useLocale, useMessages, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { toast } from '#components/ui/toast'
import { asLocale, type Locale } from '#lib/i18n/locale'
import type { Messages } from '#lib/i18n/messages'
import { Coming } from './coming'

interface Props {
  /** The texts by namespace, beside those that are there already. Stable across renders. */
  load: (locale: Locale) => Promise<Partial<Messages>>
  /** They did not come: nothing can be shown, which is told. */
  onFail?: (() => void) | undefined
  /** What stands around it goes on without: nothing is told. */
  quiet?: boolean
  children: ReactNode
}

/** Shows what is in it as soon as its texts have come. */
export function LazyTexts({ load, onFail, quiet = false, children }: Props) {
  const locale = asLocale(useLocale())
  const [texts, setTexts] = useState<Partial<Messages>>()
  const told = useTranslations('errors')
  const failed = useEffectEvent(() => {
    if (!quiet) toast.error(told('offline'))
    onFail?.()
  })
  useEffect(() => {
    load(locale).then(setTexts, () => failed())
  }, [load, locale])
  return texts ? <WithTexts texts={texts}>{children}</WithTexts> : <Coming />
}

/** Adds texts that have come to those that the page brought. */
export function WithTexts({ texts, children }: { texts: Partial<Messages>; children: ReactNode }) {
  const locale = useLocale()
  const messages = useMessages()
  const all = useMemo(() => ({ ...messages, ...texts }), [messages, texts])
  return (
    <NextIntlClientProvider locale={locale} messages={all}>
      {children}
    </NextIntlClientProvider>
  )
}

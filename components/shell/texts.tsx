'use client'

import { type AbstractIntlMessages, NextIntlClientProvider, useMessages } from 'next-intl'
import type { ReactNode } from 'react'
import type { Locale } from '#lib/i18n/locale'

interface Props {
  /** Each namespace as JSON: React would take hundreds of texts apart and put them together again, on both sides. */
  texts: Readonly<Record<string, string>>
  locale: Locale
  timeZone: string
  now: Date
  children: ReactNode
}

export function FirstTexts({ texts, ...rest }: Props) {
  return <NextIntlClientProvider messages={read(texts)} {...rest} />
}

/** Those and the ones around them. */
export function MoreTexts({ texts, ...rest }: Props) {
  const around = useMessages()
  return <NextIntlClientProvider messages={{ ...around, ...read(texts) }} {...rest} />
}

/** A file of texts each, in two languages: there are few, and the server reads each once. */
const known = new Map<string, AbstractIntlMessages>()

function read(texts: Props['texts']): AbstractIntlMessages {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, parsed(text)]))
}

function parsed(text: string): AbstractIntlMessages {
  const messages = known.get(text) ?? JSON.parse(text)
  known.set(text, messages)
  return messages
}

'use client'

import { useLocale, useTranslations } from 'next-intl'
import { asLocale } from '#lib/i18n/locale'
import { type ValuePlace, valueText } from '#lib/value-text'

/** The text of a logged or compared value, with a line for each item of a list. */
export function useValueText(): (value: unknown, of: ValuePlace) => string {
  return valueText(useTranslations(), asLocale(useLocale()), '\n', 1)
}

'use client'

import { useTranslations } from 'next-intl'
import { type ValuePlace, valueText } from '#lib/value-text'

/** The text of a logged or compared value, with a line for each item of a list. */
export function useValueText(): (value: unknown, of: ValuePlace) => string {
  return valueText(useTranslations(), '\n', 1)
}

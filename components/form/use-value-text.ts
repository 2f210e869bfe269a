'use client'

import { useTranslations } from 'next-intl'
import { valueText } from '#lib/value-text'

/** The text of a logged or compared value, with a line for each item of a list. */
export function useValueText(): (value: unknown) => string {
  return valueText(useTranslations('common'), '\n', 1)
}

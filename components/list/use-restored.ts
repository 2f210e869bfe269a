'use client'

import { useTranslations } from 'next-intl'
import type { Restored } from '#contracts/bin'

/** Says what of a record that was brought back stayed away, or nothing. */
export function useRestored(): (answer: Restored) => string | undefined {
  const t = useTranslations('common')
  return ({ left = [], disabled }) => {
    const but = left.length > 0 && t('restoredBut', { names: left.join(t('listSeparator')) })
    return [but, disabled && t('restoredDisabled')].filter(Boolean).join(' ') || undefined
  }
}

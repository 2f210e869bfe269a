'use client'

import { useTranslations } from 'next-intl'
import { SearchChoice } from './search-fields'

/** Enabled, disabled, or all. */
export function SearchEnabled({ label, defaultValue }: { label: string; defaultValue?: string }) {
  const t = useTranslations('common')
  return (
    <SearchChoice name="enabled" label={label} defaultValue={defaultValue}>
      <option value="">{t('all')}</option>
      <option value="1">{t('enabled')}</option>
      <option value="0">{t('disabled')}</option>
    </SearchChoice>
  )
}

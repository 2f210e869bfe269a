'use client'

import { useTranslations } from 'next-intl'

/** Where something will stand that is being read; its class gives it the height of that. */
export function Reading({ className }: { className: string }) {
  const t = useTranslations('common')
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className={`animate-pulse rounded-md bg-bone ${className}`}
    />
  )
}

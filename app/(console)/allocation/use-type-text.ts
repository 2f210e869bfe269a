'use client'

import { useTranslations } from 'next-intl'
import { systemTypes } from '#contracts/allocation'

/** The name of a system's type (specification section 9); `--` for one that it does not know. */
export function useTypeText(): (type: number | null | undefined) => string {
  const t = useTranslations('allocation')
  const common = useTranslations('common')
  return (type) => {
    if (type === systemTypes.managementPlatform) return t('managementPlatform')
    return type === systemTypes.mobileApp ? t('mobileApp') : common('empty')
  }
}

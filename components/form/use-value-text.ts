'use client'

import { useTranslations } from 'next-intl'

/** The text of a logged or compared value: names for references, lines for lists, `--` for none. */
export function useValueText(): (value: unknown) => string {
  const t = useTranslations('common')
  const text = (value: unknown): string => {
    if (value === undefined || value === null || value === '') return t('empty')
    if (typeof value === 'boolean') return t(value ? 'enabled' : 'disabled')
    if (Array.isArray(value)) return value.map(text).join('\n') || t('empty')
    return typeof value === 'object' ? objectText(value) : String(value)
  }
  /** A reference, or the count of a long list with the names that went or came. */
  const objectText = (value: object): string => {
    if ('name' in value && typeof value.name === 'string') return value.name
    if ('orgName' in value && typeof value.orgName === 'string') return value.orgName
    if ('count' in value && typeof value.count === 'number') {
      const names = 'names' in value && Array.isArray(value.names) ? value.names.map(text) : []
      return [t('counted', { count: value.count }), ...names].join('\n')
    }
    return JSON.stringify(value, null, 1)
  }
  return text
}

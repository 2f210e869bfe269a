'use client'

import { useTranslations } from 'next-intl'

/** The embedded platform logs keys, which have words; another platform's own words show as they are. */
export function useOperationWord(of: 'types' | 'fields'): (name: string) => string {
  const t = useTranslations('operation')
  return (name) => {
    const key = `${of}.${name}` as 'types.add'
    return t.has(key) ? t(key) : name
  }
}

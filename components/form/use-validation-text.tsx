'use client'

import { useTranslations } from 'next-intl'
import type { Messages } from '#lib/i18n/messages'

type ValidationKey = keyof Messages['validation']

/** A fault as forms hold it: `message` is a key of `validation`, or, with type `platform`, the platform's own words. */
export interface FieldFault {
  type?: string
  message?: string
}

/** The text of a field's fault; a key may carry a number (`tooLong:50`). */
export function useValidationText(): (fault: FieldFault | undefined) => string | undefined {
  const t = useTranslations('validation')
  return (fault) => {
    if (fault === undefined) return undefined
    if (fault.type === 'platform') return fault.message
    const [key = '', max = ''] = (fault.message ?? '').split(':')
    return t(t.has(key as ValidationKey) ? (key as ValidationKey) : 'invalid', { max })
  }
}

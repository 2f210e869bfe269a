'use client'

import { useTranslations } from 'next-intl'
import type { FieldError } from 'react-hook-form'
import type { Messages } from '#lib/i18n/messages'

type ValidationKey = keyof Messages['validation']

/**
 * The text of a field's fault as forms hold it: `message` is a key of `validation`, which may carry a number
 * (`tooLong:50`), or, with type `platform`, the platform's own words.
 */
export function useValidationText(): (fault?: Partial<FieldError>) => string | undefined {
  const t = useTranslations('validation')
  return (fault) => {
    if (fault === undefined) return undefined
    if (fault.type === 'platform') return fault.message
    const [key = '', max = ''] = (fault.message ?? '').split(':')
    return t(t.has(key as ValidationKey) ? (key as ValidationKey) : 'invalid', { max })
  }
}

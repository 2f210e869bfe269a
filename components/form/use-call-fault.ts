'use client'

import { useTranslations } from 'next-intl'
import { CallError } from '#lib/request'

/** The text of a failed call: the platform's own message, or ours where there is none. Anything else is a bug and is thrown. */
export function useCallFault(): (error: unknown) => string {
  const t = useTranslations('errors')
  return (error) => {
    if (!(error instanceof CallError)) throw error
    if (error.message !== '') return error.message
    const isTold = error.kind === 'timeout' || error.kind === 'offline' || error.kind === 'ended'
    return t(isTold ? error.kind : 'system')
  }
}

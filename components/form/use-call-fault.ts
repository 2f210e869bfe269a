'use client'

import { useTranslations } from 'next-intl'
import { CallError } from '#lib/request'

/**
 * The text of a failed call: the platform's own message, or ours where there is none; and of a write that got lost, that
 * it may have been done. Anything else is a bug and is thrown.
 */
export function useCallFault(): (error: unknown) => string {
  const t = useTranslations('errors')
  const textOf = (error: CallError) => {
    if (error.message !== '') return error.message
    const isTold = error.kind === 'timeout' || error.kind === 'offline' || error.kind === 'ended'
    return t(isTold ? error.kind : 'system')
  }
  return (error) => {
    if (!(error instanceof CallError)) throw error
    const text = textOf(error)
    return error.doubt === undefined ? text : `${text}\n${t(error.doubt)}`
  }
}

'use client'

import { useTranslations } from 'next-intl'
import { toast } from '#components/ui/toast'
import { CallError } from '#lib/request'

/**
 * The text of a failed call: the platform's own message, or ours where there is none; and of a write that got lost, that
 * it may have been done. Anything else is a bug and is thrown.
 */
export function useCallFault(): (error: unknown) => string {
  const t = useTranslations('errors')
  return (error) => {
    if (!(error instanceof CallError)) throw error
    const { kind, message, doubt } = error
    const isTold = kind === 'timeout' || kind === 'offline' || kind === 'blocked' || kind === 'ended'
    const text = message || t(isTold ? kind : 'system')
    return doubt === undefined ? text : `${text}\n${t(doubt)}`
  }
}

/** What stands in the way may be told at a field of a form that is not there: a name that is taken by now. */
export function faultIn(error: unknown): string | undefined {
  return error instanceof CallError ? error.faults[0]?.message : undefined
}

/** Why a call was refused, where there is no form: what is wrong with a field says more than that something is. */
export function useReason(): (error: CallError) => string {
  const faultText = useCallFault()
  return (error) => error.faults.map(({ message }) => message).join(' ') || faultText(error)
}

/** Tells why a call failed where there is no form, unless the shell itself asks what to do now. */
export function useTellFault(): (error: unknown) => void {
  const faultText = useCallFault()
  return (error) => {
    if (!(error instanceof CallError && error.isAsked)) toast.error(faultIn(error) ?? faultText(error))
  }
}

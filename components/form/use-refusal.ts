'use client'

import { useTranslations } from 'next-intl'
import { createContext, type RefObject, use } from 'react'
import { codes } from '#contracts/envelope'
import type { ListResult } from '#lib/list-result'
import { CallError } from '#lib/request'
import { useCallFault } from './use-call-fault'

/** What a list shows now, for whoever stands outside of its table. */
export interface Shown {
  result: ListResult<unknown>
  /** The id of the row that is meant, where it is among those that show. */
  find: (is: (row: Readonly<Record<string, unknown>>) => boolean) => string | undefined
  /** Brings a row into sight. */
  scrollTo: (id: string) => void
}

/** The list that a dialog stands over. */
export interface ListBehind {
  /** What its table shows. */
  shown: RefObject<Shown | null>
  /** Reads the same page again, after a change; done when it shows, or is left. */
  reload: () => Promise<void>
}
export const ListContext = createContext<ListBehind | undefined>(undefined)

/** The platform knows no such record, or does not let this person have it; which of the two it may keep to itself. */
export function isLost(error: unknown): error is CallError {
  return error instanceof CallError && (error.code === codes.notFound || error.code === codes.notPermitted)
}

/** A refusal that is about the record, not about what was typed: others have codes of their own for one that is gone. */
export function isOfRecord(error: unknown): error is CallError {
  if (isLost(error)) return true
  if (!(error instanceof CallError) || error.kind !== 'refused') return false
  return ![codes.tooMany, codes.fault].some((code) => code === error.code) && error.faults.length === 0
}

/** What a refused call says of the page that made it: that is behind, and reads rows and rights again. */
export function useRefusal(list = use(ListContext)) {
  const t = useTranslations('common')
  const faultText = useCallFault()
  const goneText = (error: CallError) => t(error.code === codes.notFound ? 'goneMeanwhile' : 'goneOrNotYours')
  /** What is told of a failed call about the row of that id, once the list shows what there is. */
  const tell = async (error: unknown, id: string | undefined): Promise<{ text: string; isGone: boolean }> => {
    const reading = isOfRecord(error) && list?.reload()
    // What else it is, the platform's own words say.
    if (!isLost(error)) return { text: faultText(error), isGone: false }
    await reading
    const shown = list?.shown.current
    const isGone =
      id !== undefined && shown?.result.ok === true && shown.find((row) => row.id === id) === undefined
    return { text: isGone ? goneText(error) : faultText(error), isGone }
  }
  return { tell, goneText, reload: () => list?.reload() }
}

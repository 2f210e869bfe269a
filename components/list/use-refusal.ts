'use client'

import { useTranslations } from 'next-intl'
import { createContext, use } from 'react'
import { useCallFault } from '#components/form/use-call-fault'
import { codes } from '#contracts/envelope'
import { CallError } from '#lib/request'
import type { ListQuery } from './use-list-query'

/** The list that a dialog stands over. */
export const ListContext = createContext<ListQuery | undefined>(undefined)

/** The platform knows no such record, or does not let this person have it; which of the two it may keep to itself. */
export function isLost(error: unknown): error is CallError {
  return error instanceof CallError && (error.code === codes.notFound || error.code === codes.notPermitted)
}

/** What a refused call says of the page that made it: that is behind, and reads rows and rights again. */
export function useRefusal(query = use(ListContext)) {
  const t = useTranslations('common')
  const faultText = useCallFault()
  const goneText = (error: CallError) => t(error.code === codes.notFound ? 'goneMeanwhile' : 'goneOrNotYours')
  /** What is told of a failed call about the row of that id, once the list shows what there is. */
  const tell = async (error: unknown, id: string | undefined): Promise<{ text: string; isGone: boolean }> => {
    if (!isLost(error)) return { text: faultText(error), isGone: false }
    await query?.reload()
    const shown = query?.shown.current
    const isGone =
      id !== undefined && shown?.result.ok === true && shown.find((row) => row.id === id) === undefined
    return { text: isGone ? goneText(error) : faultText(error), isGone }
  }
  return { tell, goneText, reload: () => query?.reload() }
}

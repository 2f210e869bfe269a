'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { codes } from '#contracts/envelope'
import type { Edits } from './read-again'
import { useCallFault } from './use-call-fault'
import { isLost, isOfRecord, useRefusal } from './use-refusal'

/**
 * What a refused save says of the record and of the page behind: a record that cannot be read any more is gone, and
 * saving it again cannot succeed. The page is read again when the dialog closes: it may lead elsewhere by now, and what
 * was typed would go with it.
 */
export function useRefusedSave(edits: Pick<Edits<unknown>, 'read'> | undefined) {
  const t = useTranslations('common')
  const faultText = useCallFault()
  const { goneText, reload } = useRefusal()
  const [isGone, setGone] = useState(false)
  const isBehind = useRef(false)

  const tell = async (error: unknown): Promise<string> => {
    isBehind.current ||= isOfRecord(error)
    if (!isLost(error)) return faultText(error)
    const failed: unknown = await edits?.read().then(
      () => undefined,
      (reason) => reason,
    )
    if (isLost(failed)) {
      setGone(true)
      return `${goneText(failed)}\n${t('stillToCopy')}`
    }
    return error.code === codes.notPermitted
      ? `${faultText(error)}\n${t('notPermittedHint')}`
      : faultText(error)
  }
  return { isGone, tell, afterwards: () => isBehind.current && reload() }
}

'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { useRefusal } from '#components/form/use-refusal'
import type { Confirmation } from '#components/ui/confirm'
import { toast } from '#components/ui/toast'
import { durations } from '#contracts/limits'
import type { ListQuery } from './use-list-query'

const Confirm = dynamic(() => import('#components/ui/confirm').then((module) => module.Confirm), {
  ssr: false,
})

export interface Ask {
  text: string
  hint?: Confirmation['hint']
  danger?: boolean
  /** The call; its failure is shown as a toast with the platform's message. */
  call: () => Promise<unknown>
  /** The row that it is about. */
  id?: string
  /** Its name, which is told with what was done. */
  subject?: string
  /** What is said, and done, when it worked. */
  done: string
  after: () => void
}

/** Asks before a change and reports how it went (LIST-9, LIST-10). Render `dialog` somewhere in the list. */
export function useConfirm(query: ListQuery): { ask: (question: Ask) => void; dialog: ReactNode } {
  const t = useTranslations('common')
  const { tell } = useRefusal(query)
  const [confirmation, setConfirmation] = useState<Confirmation>()

  const ask = ({ text, hint, danger, call, id, subject, done, after }: Ask) => {
    const run = async () => {
      try {
        await call()
        toast.success(done, { subject })
        after()
      } catch (error) {
        toast.error((await tell(error, id)).text)
      }
    }
    setConfirmation({
      title: t('confirmTitle'),
      text,
      hint,
      danger,
      confirm: t('confirm'),
      cancel: t('cancel'),
      close: t('close'),
      run,
    })
  }
  const dialog = confirmation && (
    <Confirm
      confirmation={confirmation}
      clearDelay={durations.confirmClearDelay}
      onClose={() => setConfirmation(undefined)}
    />
  )
  return { ask, dialog }
}

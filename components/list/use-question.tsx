'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import type { Question } from '#components/ui/confirm'
import { toast } from '#components/ui/toast'
import { useCallFault } from '#components/use-call-fault'
import { durations } from '#contracts/limits'

const Confirm = dynamic(() => import('#components/ui/confirm').then((module) => module.Confirm), {
  ssr: false,
})

export interface Ask {
  text: string
  hint?: string
  danger?: boolean
  /** The call; its failure is shown as a toast with the platform's message. */
  call: () => Promise<unknown>
  /** What is said, and done, when it worked. */
  done: string
  after: () => void
}

/** Asks before a change and reports how it went (LIST-9, LIST-10). Render `dialog` somewhere in the list. */
export function useQuestion(): { ask: (question: Ask) => void; dialog: ReactNode } {
  const t = useTranslations('common')
  const faultText = useCallFault()
  const [question, setQuestion] = useState<Question>()

  const ask = ({ text, hint, danger, call, done, after }: Ask) => {
    const run = async () => {
      try {
        await call()
        toast.success(done)
        after()
      } catch (error) {
        toast.error(faultText(error))
      }
    }
    setQuestion({
      title: t('confirmTitle'),
      text,
      hint,
      danger,
      confirm: t('confirm'),
      cancel: t('cancel'),
      run,
    })
  }
  const dialog = question && (
    <Confirm
      question={question}
      clearDelay={durations.confirmClearDelay}
      onClose={() => setQuestion(undefined)}
    />
  )
  return { ask, dialog }
}

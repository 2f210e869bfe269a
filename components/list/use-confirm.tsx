'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { useWhy } from '#components/form/ask-why'
import { later } from '#components/form/later'
import { faultIn } from '#components/form/use-call-fault'
import { useRefusal } from '#components/form/use-refusal'
import { useRefusedQuestion } from '#components/form/use-refused-question'
import type { Confirmation } from '#components/ui/confirm'
import { toast } from '#components/ui/toast'
import { durations } from '#contracts/limits'
import type { ListQuery } from './use-list-query'

const Confirm = later(() => import('#components/ui/confirm').then((module) => module.Confirm))

type Undo = () => Promise<unknown>

export interface Ask {
  text: string
  hint?: Confirmation['hint']
  /** What is told besides. */
  more?: ReactNode
  danger?: boolean
  /** The call; its failure is shown as a toast with the platform's message. */
  call: () => Promise<unknown>
  /** The row that it is about. */
  id?: string
  /** Where the row belongs. */
  orgId?: string | undefined
  /** Its name, which is told with what was done. */
  subject?: string
  /** What is said, and done, when it worked. */
  done: string
  /** Takes it back; offered with what is said, where there is a way. Gives what is to be told of it, if not all is as it was. */
  undo?: Undo | undefined
  /** What follows when it worked. */
  after: () => void
}

/** Asks before a change and reports how it went (LIST-9, LIST-10). Render `dialog` somewhere in the list. */
export function useConfirm(query: ListQuery): { ask: (question: Ask) => void; dialog: ReactNode } {
  const t = useTranslations('common')
  const { tell } = useRefusal(query)
  const questionOf = useRefusedQuestion()
  const why = useWhy()
  const [confirmation, setConfirmation] = useState<Confirmation>()

  /** Where a right is missing, the toast leads to who could give it. */
  const tellFault = async (error: unknown, { id, orgId }: Pick<Ask, 'id' | 'orgId'>) => {
    const question = questionOf(error, orgId)
    const action = question && why && { label: t('why'), onPress: () => why(question) }
    toast.error(faultIn(error) ?? (await tell(error, id)).text, { action })
  }
  const ask = (asked: Ask) => {
    const { text, hint, more, danger, call, subject, done, undo, after } = asked
    const takeBack = async (call: Undo) => {
      try {
        const note = await call()
        if (typeof note === 'string') toast.warning(note, { subject })
        else toast.success(t('undone'), { subject })
        // Wherever the person is by now, they stay.
        query.reload()
      } catch (error) {
        await tellFault(error, asked)
      }
    }
    const run = async () => {
      try {
        await call()
        const action = undo && { label: t('undo'), onPress: () => takeBack(undo) }
        toast.success(done, { subject, action })
        after()
      } catch (error) {
        await tellFault(error, asked)
      }
    }
    setConfirmation({
      title: t('confirmTitle'),
      text,
      hint,
      more,
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

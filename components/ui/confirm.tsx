'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'
import { QuestionBody } from './question-body'

export interface Confirmation {
  title: string
  text: string
  /** One that has to be read first is waited for before anything can be confirmed. */
  hint?: string | Promise<string | undefined>
  /** What is told besides, above the hint. */
  more?: ReactNode
  confirm: string
  cancel: string
  /** The name of the mark that closes it. */
  close: string
  danger?: boolean
  /** Runs when confirmed; the dialog shows that it is busy until it is done, and then closes. */
  run: () => Promise<void>
}

interface Props {
  confirmation: Confirmation
  /** Milliseconds that the loading state stays after confirming. */
  clearDelay: number
  onClose: () => void
}

export function Confirm({ confirmation, clearDelay, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  const [hint, setHint] = useState(typeof confirmation.hint === 'object' ? null : confirmation.hint)
  useEffect(() => {
    Promise.resolve(confirmation.hint).then(setHint)
  }, [confirmation.hint])
  const waiting = hint === null
  const confirm = async () => {
    setBusy(true)
    // Specification section 4: the loading clears 300 ms after confirming; the dialog stays until the answer is there.
    const cleared = new Promise((resolve) => setTimeout(resolve, clearDelay))
    await Promise.all([confirmation.run(), cleared]).finally(onClose)
  }
  return (
    <Dialog
      role="alertdialog"
      width="narrow"
      title={confirmation.title}
      closeLabel={confirmation.close}
      onClose={() => !busy && onClose()}
    >
      <QuestionBody className="space-y-1">
        <p className="break-words">{confirmation.text}</p>
        {confirmation.more}
        <p role="status" className="text-faint empty:hidden">
          {hint}
        </p>
      </QuestionBody>
      <div className="flex justify-end gap-2 border-line px-5 pb-4 peer-data-long:border-t max-narrow:*:h-10 max-narrow:*:flex-1">
        <Button data-first onClick={onClose} disabled={busy}>
          {confirmation.cancel}
        </Button>
        <Button
          look={confirmation.danger ? 'danger' : 'primary'}
          onClick={confirm}
          busy={busy}
          waiting={waiting}
        >
          {confirmation.confirm}
        </Button>
      </div>
    </Dialog>
  )
}

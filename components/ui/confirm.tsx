'use client'

import { useState } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

export interface Question {
  title: string
  text: string
  hint?: string
  confirm: string
  cancel: string
  danger?: boolean
  /** Runs when confirmed; the dialog shows that it is busy until it is done, and then closes. */
  run: () => Promise<void>
}

interface Props {
  question: Question
  /** Milliseconds that the loading state stays after confirming. */
  clearDelay: number
  onClose: () => void
}

export function Confirm({ question, clearDelay, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    // Specification section 4: the loading clears 300 ms after confirming; the dialog stays until the answer is there.
    const cleared = new Promise((resolve) => setTimeout(resolve, clearDelay))
    await Promise.all([question.run(), cleared])
    onClose()
  }
  return (
    <Dialog
      role="alertdialog"
      width="narrow"
      title={question.title}
      closeLabel={question.cancel}
      onClose={() => !busy && onClose()}
    >
      <div className="space-y-1 px-5 py-4 text-md">
        <p className="break-words">{question.text}</p>
        {question.hint && <p className="text-faint">{question.hint}</p>}
      </div>
      <div className="flex justify-end gap-2 px-5 pb-4">
        <Button onClick={onClose} disabled={busy}>
          {question.cancel}
        </Button>
        <Button look={question.danger ? 'danger' : 'primary'} onClick={confirm} busy={busy}>
          {question.confirm}
        </Button>
      </div>
    </Dialog>
  )
}

'use client'

import { CircleAlert, CircleCheck } from 'lucide-react'
import type { BulkState } from '#lib/bulk-run'

interface Props {
  title: string
  state: BulkState
  /** How far it has come, and how many were refused so far, in words. */
  text: string
  failedText: string
}

/** How much of many rows has been tried. */
export function RunProgress({ title, state: { total, done, failed }, text, failedText }: Props) {
  return (
    <div>
      <progress aria-label={title} max={total || 1} value={done.length + failed.length} className="share" />
      <p className="tabular mt-2 text-soft">
        {text}
        {failed.length > 0 && <span className="ml-3 text-danger">{failedText}</span>}
      </p>
    </div>
  )
}

/** What came of it, in a sentence. */
export function RunOutcome({ isWhole: whole, text }: { isWhole: boolean; text: string }) {
  const Mark = whole ? CircleCheck : CircleAlert
  return (
    <p role="status" className="flex items-center gap-2 font-medium text-md">
      <Mark aria-hidden className={`size-4 shrink-0 ${whole ? 'text-success' : 'text-warning'}`} />
      {text}
    </p>
  )
}

'use client'

import { CircleAlert, CircleCheck } from 'lucide-react'
import { type BulkState, isWhole } from '#lib/bulk-run'

interface Props {
  title: string
  state: BulkState
  /** How far it has come, how many were refused so far, and what came of it, in words. */
  text: string
  failedText: string
  outcome: string
}

/** How much of many rows has been tried; then, which is read out, what came of it. */
export function RunProgress({ title, state, text, failedText, outcome }: Props) {
  const { phase, total, done, failed } = state
  return (
    <div role="status">
      {phase === 'ended' ? (
        <RunOutcome isWhole={isWhole(state)} text={outcome} />
      ) : (
        <div aria-live="off">
          <progress
            aria-label={title}
            max={total || 1}
            value={done.length + failed.length}
            className="share"
          />
          <p className="tabular mt-2 text-soft">
            {text}
            {failed.length > 0 && <span className="ml-3 text-danger">{failedText}</span>}
          </p>
        </div>
      )}
    </div>
  )
}

/** What came of it, in a sentence. */
export function RunOutcome({ isWhole: whole, text }: { isWhole: boolean; text: string }) {
  const Mark = whole ? CircleCheck : CircleAlert
  return (
    <p className="flex items-center gap-2 font-medium text-md">
      <Mark aria-hidden className={`size-4 shrink-0 ${whole ? 'text-success' : 'text-warning'}`} />
      {text}
    </p>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useUnsavedChanges } from '#components/form/use-unsaved-changes'
import type { BulkRow, BulkRun, BulkState } from '#lib/bulk-run'
import { ImportQuestion } from './import-question'

export interface RunProps {
  onClose: () => void
  /** The list is read again. */
  onChanged: () => void
  /** Asked before the dialog closes. */
  leaving: RefObject<() => boolean>
}

const questions = { stop: 'askStop', close: 'unsaved' } as const

/** Begins the run, and asks whoever leaves while it goes on, or while its passwords are `owed`. Render `question`. */
export function useImportRun(
  { run, rows }: { run: BulkRun; rows: readonly BulkRow[] },
  { onClose, onChanged, leaving }: RunProps,
  owes: (state: BulkState) => boolean = () => false,
): { state: BulkState; question: ReactNode } {
  const t = useTranslations('accountImport')
  const common = useTranslations('common')
  const [asks, setAsks] = useState<keyof typeof questions>()
  const state = useSyncExternalStore(run.subscribe, run.state, run.state)
  const isOver = state.phase === 'ended'
  const isOwed = isOver && owes(state)

  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    run.start(rows).finally(onChanged)
  }, [run, rows, onChanged])
  useEffect(() => (isOver ? undefined : run.watch()), [run, isOver])
  useUnsavedChanges(() => !isOver || isOwed, onClose, {
    title: common('confirmTitle'),
    text: t(isOver ? 'unsaved' : 'leaveRunning'),
    confirm: t(isOver ? 'yes.close' : 'yes.leave'),
    cancel: common('cancel'),
  })
  leaving.current = () => {
    if (isOver && !isOwed) return true
    setAsks(isOver ? 'close' : 'stop')
    return false
  }
  const question = asks && (
    <ImportQuestion
      text={t(questions[asks])}
      yes={t(`yes.${asks}`)}
      // It may have ended under the question: its passwords are asked for by themselves.
      onYes={() => (asks === 'stop' ? run.stop() : onClose())}
      onClose={() => setAsks(undefined)}
    />
  )
  return { state, question }
}

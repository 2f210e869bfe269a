'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useReason } from '#components/form/use-call-fault'
import { toldOf } from '#components/list/bulk-words'
import { Button } from '#components/ui/button'
import type { BulkRun } from '#lib/bulk-run'
import { type Checked, type ImportedRow, importRun } from '#lib/import-run'
import { ImportOutcome } from './import-outcome'
import { saveImported } from './import-report'
import { followImport } from './latest-import'
import { RunButtons } from './run-buttons'
import { type RunProps, useImportRun } from './use-import-run'

interface Props extends RunProps {
  rows: readonly Checked[]
  importId: string
  /** None where nothing may be taken back. */
  onUndo: ((importId: string) => void) | undefined
}

/** The import under way, what came of it, the passwords once, and the way back. */
export function ImportResult({ rows, importId, onUndo, ...props }: Props) {
  const t = useTranslations('accountImport')
  const words = useTranslations('account')
  const reasonOf = useReason()
  const [begun] = useState(() => {
    const made: { run: BulkRun; rows: readonly ImportedRow[] } = importRun(rows, importId, {
      title: t('title'),
      reasonOf,
      told: (state) => toldOf(state, t),
      // Whoever has left the page meanwhile gets the passwords, too.
      action: { label: t('report'), onPress: () => saveImported(made, t, words) },
    })
    return made
  })
  /** Of so many the report was saved; another try adds more. */
  const [saved, setSaved] = useState(0)
  const { run } = begun
  useEffect(() => followImport(importId, run), [importId, run])
  const { state, question } = useImportRun(begun, props, ({ done }) => done.length > saved)
  const save = () => {
    saveImported(begun, t, words)
    setSaved(state.done.length)
  }
  const isAdded = state.done.length > 0
  return (
    <>
      <ImportOutcome title={run.job.title} state={state} text={toldOf(state, t)} />
      <RunButtons
        {...{ run, state, ...props }}
        first={
          isAdded &&
          onUndo && (
            <Button onClick={() => onUndo(importId)} className="mr-auto">
              {t('undo')}
            </Button>
          )
        }
        last={
          isAdded && (
            <Button data-first look="primary" onClick={save}>
              {t('report')}
            </Button>
          )
        }
      />
      {question}
    </>
  )
}

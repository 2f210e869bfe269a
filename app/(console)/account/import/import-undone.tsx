'use client'

import { useTranslations } from 'next-intl'
import type { TakenBack } from '#lib/import-run'
import { ImportOutcome } from './import-outcome'
import { RunButtons } from './run-buttons'
import { type RunProps, useImportRun } from './use-import-run'

/** An import that is being taken back, and what of it stays. */
export function ImportUndone({ back, ...props }: RunProps & { back: TakenBack }) {
  const t = useTranslations('accountImport')
  const { run, kept } = back
  const { state, question } = useImportRun(back, props)
  const text = t('undone', { count: state.done.length })
  return (
    <>
      <ImportOutcome title={run.job.title} {...{ state, text, kept }} />
      <RunButtons {...{ run, state, ...props }} />
      {question}
    </>
  )
}

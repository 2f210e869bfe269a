'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { LazyTexts } from '#components/form/lazy-texts'
import { useReason, useTellFault } from '#components/form/use-call-fault'
import { useUnsavedChanges } from '#components/form/use-unsaved-changes'
import { useValidationText } from '#components/form/use-validation-text'
import { Dialog } from '#components/ui/dialog'
import { limits } from '#contracts/limits'
import type { BulkState } from '#lib/bulk-run'
import { importTexts } from '#lib/i18n/import-texts'
import {
  type FileRow,
  fileRows,
  guessedMapping,
  longCells,
  type Mapping,
  repeatedAccounts,
} from '#lib/import-rows'
import { type Checked, checkRows, type TakenBack, undoRun } from '#lib/import-run'
import type { Table } from '#lib/read-table'
import { mayLeave } from '#lib/unsaved'
import { newKey } from '#lib/write-key'
import { CheckedRows } from './checked-rows'
import { ChooseFile } from './choose-file'
import { GivenImport } from './given-import'
import { ImportQuestion } from './import-question'
import { ImportResult } from './import-result'
import { ImportUndone } from './import-undone'
import { LatestImport } from './latest-import'
import { MatchColumns } from './match-columns'

interface Props {
  mayUndo: boolean
  /** The one to be taken back, instead of another one. */
  importId?: string | undefined
  onClose: () => void
  /** The list is read again. */
  onChanged: () => void
}

type Step =
  | { at: 'choose'; fault?: string }
  | { at: 'given'; importId: string }
  | { at: 'match'; name: string; table: Table; mapping: Mapping }
  | { at: 'check'; total: number; done: number }
  | { at: 'checked'; name: string; table: Table; mapping: Mapping; rows: readonly Checked[] }
  | { at: 'run'; rows: readonly Checked[]; importId: string }
  | { at: 'undo'; back: TakenBack }

const tooLong = { message: `tooLong:${limits.importCell}` }

/** Accounts from a file (DAY-2): choose it, say which column is what, see what is wrong, and add what is right. */
export function ImportDialog(props: Props) {
  return (
    <LazyTexts load={importTexts} onFail={props.onClose}>
      <Steps {...props} />
    </LazyTexts>
  )
}

function Steps({ mayUndo, importId, onClose, onChanged }: Props) {
  const t = useTranslations('accountImport')
  const words = useTranslations('account')
  const common = useTranslations('common')
  const tell = useTellFault()
  const reasonOf = useReason()
  const faultOf = useValidationText()
  const [step, setStep] = useState<Step>(
    importId === undefined ? { at: 'choose' } : { at: 'given', importId },
  )
  /** The import that the person is asked about. */
  const [undoing, setUndoing] = useState<string>()
  const leaving = useRef<() => boolean>(() => true)
  const stopped = useRef(new AbortController())
  useEffect(() => () => stopped.current.abort(), [])
  useUnsavedChanges(() => step.at === 'checked' || step.at === 'check', onClose)

  const take = (name: string, table: Table) =>
    setStep({ at: 'match', name, table, mapping: guessedMapping(table.heads, words) })
  const check = async ({ name, table, mapping }: Extract<Step, { at: 'match' }>) => {
    const rows = fileRows(table, mapping)
    const short = rows.filter((row) => longCells(row).length === 0)
    setStep({ at: 'check', total: short.length, done: 0 })
    stopped.current = new AbortController()
    const { signal } = stopped.current
    try {
      const checked = await checkRows(short, signal, (done) =>
        setStep({ at: 'check', total: short.length, done }),
      )
      if (signal.aborted) setStep({ at: 'match', name, table, mapping })
      else setStep({ at: 'checked', name, table, mapping, rows: withOwnFaults(rows, checked) })
    } catch (error) {
      setStep({ at: 'match', name, table, mapping })
      tell(error)
    }
  }
  const add = (rows: readonly Checked[]) => {
    setStep({ at: 'run', rows: rows.filter(({ account }) => account !== undefined), importId: newKey() })
  }
  const undo = async (importId: string) => {
    const told = ({ done }: BulkState) => t('undone', { count: done.length })
    try {
      setStep({ at: 'undo', back: await undoRun(importId, { title: t('undoTitle'), reasonOf, told }) })
    } catch (error) {
      tell(error)
    }
  }
  /** What is too long for any account, and what rows have in common with each other: only the whole file tells that. */
  const withOwnFaults = (rows: readonly FileRow[], checked: readonly Checked[]): Checked[] => {
    const told = new Map(checked.map((row) => [row.line, row]))
    const repeated = repeatedAccounts(rows)
    return rows.map((one) => {
      const row = told.get(one.line) ?? { ...one, account: undefined, faults: [] }
      const line = repeated.get(one.line)
      const faults = [
        ...longCells(one).map((field) => ({ field, message: faultOf(tooLong) ?? '' })),
        ...(line === undefined ? [] : [{ field: 'account', message: t('repeated', { line }) }]),
      ]
      return faults.length === 0 ? row : { ...row, account: undefined, faults: [...faults, ...row.faults] }
    })
  }
  const runProps = { onClose, onChanged, leaving }
  return (
    <Dialog
      title={t(importId === undefined ? 'title' : 'undo')}
      closeLabel={common('close')}
      onClose={async () => {
        if (leaving.current() && (await mayLeave())) onClose()
      }}
    >
      {step.at === 'given' && <GivenImport {...step} onUndo={setUndoing} onClose={onClose} />}
      {step.at === 'choose' && (
        <ChooseFile onTable={take}>{mayUndo && <LatestImport onUndo={setUndoing} />}</ChooseFile>
      )}
      {step.at === 'match' && (
        <MatchColumns
          {...step}
          onMapping={(mapping) => setStep({ ...step, mapping })}
          onBack={() => setStep({ at: 'choose' })}
          onCheck={() => check(step)}
        />
      )}
      {step.at === 'check' && (
        <div className="px-5 py-6">
          <progress
            data-first
            tabIndex={-1}
            aria-label={t('check')}
            max={step.total}
            value={step.done}
            className="share outline-none"
          />
          <p role="status" className="tabular mt-2 text-md text-soft">
            {t('checking', { done: step.done, total: step.total })} · {t('checkHint')}
          </p>
        </div>
      )}
      {step.at === 'checked' && (
        <CheckedRows
          rows={step.rows}
          onOther={() => setStep({ at: 'choose' })}
          onAdd={() => add(step.rows)}
        />
      )}
      {step.at === 'run' && (
        <ImportResult {...step} {...runProps} onUndo={mayUndo ? setUndoing : undefined} />
      )}
      {step.at === 'undo' && <ImportUndone {...step} {...runProps} />}
      {undoing && (
        <ImportQuestion
          text={t(step.at === 'choose' ? 'askUndoLatest' : 'askUndo')}
          hint={t('undoHint')}
          yes={t('undo')}
          onYes={() => undo(undoing)}
          onClose={() => setUndoing(undefined)}
        />
      )}
    </Dialog>
  )
}

'use client'

import { Undo2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useDifferenceText } from '#components/form/use-difference-text'
import { useValueText } from '#components/form/use-value-text'
import { Button } from '#components/ui/button'
import type { OperationRow } from '#contracts/log'
import { type Check, type FieldChange, lasting, preparePutBack } from '#lib/put-back'
import { CallError } from '#lib/request'
import { switches } from '#lib/value-text'
import type { Ask } from './use-confirm'
import { useOperationWord } from './use-operation-word'

/** Puts fields of a record back, as far as the person may change it. */
export interface PutBack {
  mayUpdate: boolean
  maySwitch: boolean
  /** What the form checks besides before it stores something. */
  check?: Check | undefined
  ask: (question: Ask) => void
  after: () => void
}

interface Props {
  module: string
  id: string
  changes: NonNullable<OperationRow['changes']>
  putBack: PutBack | undefined
}

/** What a change made of a record, field by field, each with a way back. */
export function HistoryChanges({ module, id, changes, putBack }: Props) {
  const t = useTranslations('operation')
  const valueText = useValueText()
  const difference = useDifferenceText({}, module)
  const labelOf = useOperationWord('fields')
  const ask = ({ ask: question, check, after }: PutBack, change: FieldChange) => {
    const field = labelOf(change.field)
    const textOf = (value: unknown) => valueText(value, { field: change.field, module })
    const prepared = preparePutBack(module, id, change, { changes, check })
    // What cannot be read is told when it is confirmed.
    const hint = prepared.then(
      ({ now, isSame, isGone }) => {
        if (isGone) return t('putBackGone', { field })
        return isSame ? t('putBackSame') : t('putBackNow', { value: textOf(now) })
      },
      () => undefined,
    )
    question({
      id,
      // Of a list only the lines of this change go back, whatever else it held.
      text: Array.isArray(change.before)
        ? t('askPutBackList', { field })
        : t('askPutBack', { field, value: textOf(change.before) }),
      hint,
      call: async () => {
        const { isGone, write } = await prepared
        if (isGone) throw new CallError('refused', 0, t('putBackGone', { field }))
        return write()
      },
      done: t('putBackDone'),
      after,
    })
  }
  return (
    <ul className="mt-0.5 space-y-1">
      {changes.map((change) => {
        const reason = putBack && lasting(module, change)
        const may = switches.includes(change.field) ? putBack?.maySwitch : putBack?.mayUpdate
        const field = labelOf(change.field)
        return (
          <li key={change.field} className="flex items-start gap-2 text-base">
            <div className="min-w-0 flex-1 text-soft wrap-anywhere">
              <span className="font-medium">{field}</span>
              {difference.changes(change.field, change.before, change.after).map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text, which nothing moves.
                <div key={at} className="whitespace-pre-wrap">
                  {line}
                </div>
              ))}
            </div>
            {may && putBack && (
              <Button
                look="quiet"
                size="small"
                aria-label={t('putBackField', { field })}
                title={reason ? t(`lasting.${reason}`) : undefined}
                aria-disabled={reason !== undefined || undefined}
                onClick={reason === undefined ? () => ask(putBack, change) : undefined}
                className="aria-disabled:cursor-not-allowed aria-disabled:bg-transparent! aria-disabled:text-faint!"
              >
                <Undo2 aria-hidden className="size-3.5" />
                {t('putBack')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

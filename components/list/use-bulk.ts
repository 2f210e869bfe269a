'use client'

import { useTranslations } from 'next-intl'
import { useReason } from '#components/form/use-call-fault'
import type { Restored } from '#contracts/bin'
import { run as bulkRun, isBulkCall } from '#contracts/bulk'
import { codes, endsSession } from '#contracts/envelope'
import { api } from '#lib/api'
import { type BulkRow, BulkRun, type RowAnswer } from '#lib/bulk-run'
import { CallError } from '#lib/request'
import { newKey } from '#lib/write-key'
import { type BulkActionKey, type BulkContext, type RawCall, staysOf } from './bulk'
import { saveReport, toldOf } from './bulk-words'
import { useRestored } from './use-restored'

interface Asked {
  key: BulkActionKey | 'restore'
  /** What was chosen for it. */
  what?: string
  /** The call of the list's resource. */
  name: string
  input: (id: string) => RawCall
  /** These, instead of those that are chosen. */
  only?: readonly BulkRow[]
}

/** Begins what was asked to be done with the chosen rows. */
export function useBulk(context: BulkContext) {
  const { title, calls, switchInput, query, selection, isKept, rowOf, onRun } = context
  const t = useTranslations('bulk')
  const reasonOf = useReason()
  const restored = useRestored()

  const noteOf = (name: string, answer: unknown) =>
    name === 'restore' ? restored(answer as Restored) : undefined

  const begin = ({ key, what = '', name, input, only }: Asked) => {
    const heading = t(`titles.${key}`, { list: title, what })
    const call = `${calls.of}.${name}`
    const wasKept = isKept()
    const run: BulkRun = new BulkRun({
      title: heading,
      one: ({ id }, holder) => calls.make(name, input(id), holder),
      noteOf: (answer) => noteOf(name, answer),
      staysOf: ({ id }) => {
        const row = only === undefined ? selection.rows.get(id) : undefined
        return row && staysOf(context, row, key)
      },
      many: isBulkCall(call)
        ? manyBy(call, newKey(), input, { reasonOf, noteOf: (answer) => noteOf(name, answer) })
        : undefined,
      reasonOf,
      told: (state) => toldOf(state, t),
      after: () => query.reload(),
      undo: (done) => {
        if (name === 'remove' && wasKept && done.length > 0) {
          // What went last comes back first: others may hang on it.
          const only = done.toReversed()
          return () => begin({ key: 'restore', name: 'restore', input: (id) => ({ params: { id } }), only })
        }
        if (name !== 'updateEnable' || switchInput === undefined) return undefined
        const [next, before] = key === 'enable' ? (['disable', 0] as const) : (['enable', 1] as const)
        const changed = done.filter(({ was }) => was === (before === 1))
        const back = { key: next, name, input: (id: string) => switchInput(id, before), only: changed }
        return changed.length === 0 ? undefined : () => begin(back)
      },
      action: {
        label: t('showReport'),
        onPress: () => onRun(run) || saveReport(heading, run.state(), t),
      },
    })
    run.start(only ?? [...selection.rows.values()].map((row) => rowOf(row)))
    onRun(run)
  }
  return begin
}

/** Many rows by one call; each is told as its own call would be. What ends before its end has answers for the first of them. */
function manyBy(
  call: string,
  bulkId: string,
  input: Asked['input'],
  {
    reasonOf,
    noteOf,
  }: { reasonOf: (error: CallError) => string; noteOf: (answer: unknown) => string | undefined },
): (rows: readonly BulkRow[]) => Promise<RowAnswer[]> {
  return async (rows) => {
    const inputs = rows.map(({ id }) => input(id)) as { params?: Record<string, unknown> }[]
    const answers = await api(bulkRun, { body: { bulkId, call, inputs } })
    const end = answers.findIndex(({ code }) => code === codes.unavailable || endsSession(code))
    const last = answers[end]
    if (end === 0 && last !== undefined) {
      const kind = endsSession(last.code) ? 'ended' : 'unavailable'
      throw new CallError(kind, last.code, last.msg, last.data)
    }
    return answers.slice(0, end === -1 ? undefined : end).map(({ code, msg, data }) => {
      const refusal = new CallError('refused', code, msg, data)
      return code === codes.success ? { note: noteOf(data) } : { refused: reasonOf(refusal) }
    })
  }
}

import type { useTranslations } from 'next-intl'
import { type BulkState, type DoneRow, isWhole } from '#lib/bulk-run'
import { saveCsv } from '#lib/export-file'

type Texts = ReturnType<typeof useTranslations<'bulk'>>
/** Each kind of run has words of its own. */
type Told = (key: 'allDone' | 'someDone', counts: Record<string, number>) => string

/** What came of it, in a sentence. */
export function toldOf(state: BulkState, t: Told): string {
  const { done, failed, left } = state
  return isWhole(state)
    ? t('allDone', { count: done.length })
    : t('someDone', { done: done.length, failed: failed.length, left: left.length })
}

/** Hands out what became of each row, as a file. */
export function saveReport(title: string, { done, failed, left }: BulkState, t: Texts): void {
  const line = (result: 'done' | 'failed' | 'left') => (row: DoneRow) => [
    row.id,
    row.name,
    t(`results.${result}`),
    row.text ?? '',
  ]
  const head = [t('columns.id'), t('columns.name'), t('columns.result'), t('columns.reason')]
  const lines = [head, ...failed.map(line('failed')), ...left.map(line('left')), ...done.map(line('done'))]
  saveCsv(lines, title.replace(/[^\p{L}\p{N}]+/gu, '-'))
}

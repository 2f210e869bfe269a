import type { useTranslations } from 'next-intl'
import type { ImportField } from '#contracts/account-import'
import type { BulkRun } from '#lib/bulk-run'
import { saveCsv } from '#lib/export-file'
import type { ImportedRow } from '#lib/import-run'

type Texts = ReturnType<typeof useTranslations<'accountImport'>>

/** Hands out what became of each row, and the passwords. */
export function saveImported(
  { run, rows }: { run: BulkRun; rows: readonly ImportedRow[] },
  t: Texts,
  words: (field: ImportField) => string,
): void {
  const heads = [t('line'), words('account'), words('name'), t('result'), t('reason'), t('password')]
  const { done, failed } = run.state()
  const isAdded = new Set(done.map(({ id }) => id))
  const reasons = new Map(failed.map(({ id, text }) => [id, text]))
  const lines = rows.map(({ id, account, name, password }) => {
    const result = isAdded.has(id) ? 'done' : reasons.has(id) ? 'failed' : 'left'
    const given = isAdded.has(id) ? password : ''
    return [id, account, name, t(`results.${result}`), reasons.get(id) ?? '', given]
  })
  saveCsv([heads, ...lines], t('reportName'))
}

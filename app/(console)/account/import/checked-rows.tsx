'use client'

import { useTranslations } from 'next-intl'
import { RunOutcome } from '#components/list/run-progress'
import { Button } from '#components/ui/button'
import { DialogBody } from '#components/ui/dialog-body'
import { DialogFoot } from '#components/ui/dialog-foot'
import { SmallTable } from '#components/ui/small-table'
import type { ImportField } from '#contracts/account-import'
import { saveCsv } from '#lib/export-file'
import type { Checked } from '#lib/import-run'

interface Props {
  rows: readonly Checked[]
  onOther: () => void
  onAdd: () => void
}

/** Faults that the dialog names; the others are in the file. */
const mostShown = 100
/** Characters of a cell that it shows. */
const longestShown = 100

/** What is wrong, by row and cell, before anything is added. */
export function CheckedRows({ rows, onOther, onAdd }: Props) {
  const t = useTranslations('accountImport')
  const words = useTranslations('account')
  const total = rows.length
  const good = rows.filter(({ account }) => account !== undefined).length
  const faults = rows.flatMap(({ line, row, faults: own }) =>
    own.map(({ field, message }) => ({
      line,
      field: field as ImportField,
      value: row[field as ImportField],
      message,
    })),
  )
  const labelOf = (field: ImportField) => (words.has(field) ? words(field) : field)
  const heads = [t('line'), t('cell'), t('value'), t('reason')]
  const save = () => {
    const lines = faults.map(({ line, field, value, message }) => [
      String(line),
      labelOf(field),
      value ?? '',
      message,
    ])
    saveCsv([heads, ...lines], t('faultsName'))
  }
  return (
    <>
      <DialogBody data-first tabIndex={-1} className="outline-none">
        <div role="status">
          <RunOutcome
            isWhole={good === total}
            text={
              good === total
                ? t('allGood', { count: total })
                : good === 0
                  ? t('noneGood', { total })
                  : t('someGood', { good, total })
            }
          />
        </div>
        {faults.length > 0 && (
          <section aria-label={t('faults')} className="overflow-x-auto rounded-md border border-line">
            <SmallTable heads={heads} headClassName="whitespace-nowrap">
              {faults.slice(0, mostShown).map(({ line, field, value, message }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they stand as they are.
                <tr key={at} className="align-top *:px-3 *:py-1.5">
                  <td className="tabular text-soft">{line}</td>
                  <td className="whitespace-nowrap">{labelOf(field)}</td>
                  <td className="min-w-24 max-w-32 text-soft wrap-anywhere">{cut(value)}</td>
                  <td className="text-danger wrap-anywhere">{message}</td>
                </tr>
              ))}
            </SmallTable>
          </section>
        )}
        {faults.length > mostShown && (
          <p className="text-base text-faint">{t('andMore', { count: faults.length - mostShown })}</p>
        )}
        {good > 0 && <p className="text-md text-soft">{t('passwords')}</p>}
      </DialogBody>
      <DialogFoot>
        {faults.length > 0 && (
          <Button onClick={save} className="mr-auto">
            {t('faultsFile')}
          </Button>
        )}
        <Button onClick={onOther}>{t('other')}</Button>
        {good > 0 && (
          <Button look="primary" onClick={onAdd}>
            {good === total ? t('addAll', { count: good }) : t('addGood', { count: good })}
          </Button>
        )}
      </DialogFoot>
    </>
  )
}

function cut(value = ''): string {
  return value.length > longestShown ? `${value.slice(0, longestShown)}…` : value
}

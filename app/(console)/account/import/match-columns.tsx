'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button'
import { DialogBody } from '#components/ui/dialog-body'
import { DialogFoot } from '#components/ui/dialog-foot'
import { importFields, neededFields } from '#contracts/account-import'
import type { Mapping } from '#lib/import-rows'
import type { Table } from '#lib/read-table'

interface Props {
  name: string
  table: Table
  mapping: Mapping
  onMapping: (mapping: Mapping) => void
  onBack: () => void
  onCheck: () => void
}

/** Which column is which field, as the heads say, for the person to change. */
export function MatchColumns({ name, table, mapping, onMapping, onBack, onCheck }: Props) {
  const t = useTranslations('accountImport')
  const words = useTranslations('account')
  const isWhole = neededFields.every((field) => mapping[field] !== -1)
  const first = table.rows[0]?.cells
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole) onCheck()
      }}
      className="flex min-h-0 flex-auto flex-col low:flex-none"
    >
      <DialogBody>
        <p className="text-md text-soft wrap-anywhere">
          {t('columnsHint', { file: name, count: table.rows.length })}
        </p>
        <fieldset className="grid grid-cols-[max-content_minmax(0,1fr)_minmax(0,1fr)] items-center gap-x-3 gap-y-2 max-mobile:grid-cols-[max-content_minmax(0,1fr)]">
          <legend className="sr-only">{t('columns')}</legend>
          {importFields.map((field) => {
            const isNeeded = neededFields.includes(field)
            return (
              <label key={field} className="contents">
                <span className="text-md">
                  {words(field)}
                  {isNeeded && (
                    <span aria-hidden className="text-danger">
                      {' *'}
                    </span>
                  )}
                </span>
                <select
                  required={isNeeded}
                  value={mapping[field] === -1 ? '' : mapping[field]}
                  onChange={({ target }) =>
                    onMapping({ ...mapping, [field]: target.value === '' ? -1 : Number(target.value) })
                  }
                  className="control"
                >
                  <option value="">{t('none')}</option>
                  {table.heads.map((head, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one head.
                    <option key={at} value={at}>
                      {head || t('column', { number: at + 1 })}
                    </option>
                  ))}
                </select>
                <span className="truncate text-base text-faint max-mobile:hidden">
                  {mapping[field] === -1 ? '' : first?.[mapping[field]]}
                </span>
              </label>
            )
          })}
        </fieldset>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onBack}>{t('other')}</Button>
        <Button type="submit" look="primary" disabled={!isWhole}>
          {t('check')}
        </Button>
      </DialogFoot>
    </form>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect } from 'react'
import { LazyTexts } from '#components/form/lazy-texts'
import { useTellFault } from '#components/form/use-call-fault'
import { Button } from '#components/ui/button'
import { limits } from '#contracts/limits'
import { viewTexts } from '#lib/i18n/view-texts'
import type { ListLook } from '#lib/list-look'
import type { ColumnHeading } from './column'
import { ColumnChoices } from './column-choices'
import { keeping, useListSetup } from './list-setup'
import { SavedSearches } from './saved-searches'
import type { ListQuery } from './use-list-query'

interface Props {
  columns: readonly ColumnHeading[]
  /** What the platform sorts by. */
  sorts: readonly string[]
  /** Rows of this page. */
  size: number
  query: ListQuery
  /** It does not come. */
  onFail: () => void
}

/** All that a person sets up of a list, on whatever machine, where the platform keeps it (EDGE-13). */
export function ViewPanel(props: Props) {
  return (
    <LazyTexts load={viewTexts} onFail={props.onFail}>
      <Panel {...props} />
    </LazyTexts>
  )
}

function Panel({ columns, sorts, size, query }: Omit<Props, 'onFail'>) {
  const t = useTranslations('view')
  const common = useTranslations('common')
  const tell = useTellFault()
  const { key, look, change } = useListSetup()
  useEffect(() => {
    // The outside world: a file. Where it does not come, the first change tells.
    keeping().catch(() => {})
  }, [])
  const set = (next: ListLook) => change(next, tell)
  const orders = columns.flatMap(({ label, sort }) => {
    const name = sort?.replace('-', '') ?? ''
    return sorts.includes(name) ? [{ name, label }] : []
  })
  const choose = (rows: number) => {
    set({ ...look, size: rows })
    query.toSize(rows)
  }
  const reset = () => {
    set({})
    if (size !== limits.pageSize) query.toSize(limits.pageSize)
  }
  return (
    <div className="divide-y divide-line">
      <Part title={t('searches')}>
        <SavedSearches list={key} address={query.address} onGo={query.toAddress} />
      </Part>
      {orders.length > 0 && (
        <Part title={t('sort')}>
          <select
            aria-label={t('sort')}
            value={query.sort}
            onChange={(event) => query.toSort(event.target.value)}
            className="control"
          >
            <option value="">{t('newestFirst')}</option>
            {orders.map(({ name, label }) => [
              <option key={name} value={name}>
                {t('ascending', { label })}
              </option>,
              <option key={`-${name}`} value={`-${name}`}>
                {t('descending', { label })}
              </option>,
            ])}
          </select>
        </Part>
      )}
      <Part title={t('columns')}>
        <ColumnChoices columns={columns} look={look} onChange={set} />
      </Part>
      <Part title={common('pageSize')}>
        <select
          aria-label={common('pageSize')}
          value={size}
          onChange={(event) => choose(Number(event.target.value))}
          className="control"
        >
          {limits.pageSizes.map((rows) => (
            <option key={rows} value={rows}>
              {common('perPage', { size: rows })}
            </option>
          ))}
        </select>
      </Part>
      <div className="flex items-center justify-between gap-2 px-4 py-3">
        <p className="text-base text-faint">{t('kept')}</p>
        <Button size="control" onClick={reset} disabled={Object.keys(look).length === 0}>
          {t('reset')}
        </Button>
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="px-4 py-3">
      <h2 className="mb-1.5 font-semibold text-base text-soft">{title}</h2>
      {children}
    </section>
  )
}

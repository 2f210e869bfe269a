'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense, use, useEffect } from 'react'
import type { Coming, ListResult } from '#lib/list-result'
import { type Column, DataTable } from './data-table'
import { ListPage } from './list-page'
import { EmptyList, FailedList, ListSkeleton } from './list-states'
import { Pager } from './pager'
import { SearchForm } from './search-form'
import { useFailedSearch } from './use-failed-search'
import type { ListQuery } from './use-list-query'

interface Rows<Row> {
  title: string
  query: ListQuery
  /** What the address says now, by field name. */
  values: Record<string, string>
  columns: readonly Column<Row>[]
  rowKey: (row: Row, index: number) => string
  /** A failure that a person's search started is told in a toast too (LIST-11: accounts, organizations). */
  tellsFailure?: boolean
}

interface Props<Row> extends Rows<Row> {
  result: Coming<Row>
  /** The search fields. */
  fields: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  /** Part of a page that shows the heading itself. */
  embedded?: boolean
  /** Dialogs. */
  children?: ReactNode
}

/** A list as all pages show it: title, search, table with its states, pages. */
export function ListView<Row extends object>(props: Props<Row>) {
  const { title, query, result, values, fields, actions, embedded, children } = props
  const t = useTranslations('common')
  return (
    <ListPage
      title={title}
      actions={actions}
      embedded={embedded}
      search={
        <SearchForm query={query} values={values} label={t('search')}>
          {fields}
        </SearchForm>
      }
    >
      {'now' in result ? (
        <Body {...props} result={result.now} />
      ) : (
        <Suspense fallback={<ListSkeleton />}>
          <Later {...props} reading={result.later} />
        </Suspense>
      )}
      {children}
    </ListPage>
  )
}

function Later<Row extends object>({ reading, ...rows }: Rows<Row> & { reading: Promise<ListResult<Row>> }) {
  return <Body {...rows} result={use(reading)} />
}

function Body<Row extends object>(props: Rows<Row> & { result: ListResult<Row> }) {
  const { title, query, result, values, columns, rowKey, tellsFailure = false } = props
  const t = useTranslations('common')
  const { shown } = query
  useFailedSearch(result, query, tellsFailure)
  useEffect(() => {
    // For the questions about rows, which are asked outside of this part.
    shown.current = result
  }, [shown, result])

  if (!result.ok) return <FailedList message={result.message} query={query} />
  return (
    <>
      <DataTable
        label={t('tableScroll', { title })}
        columns={columns}
        rows={result.rows}
        rowKey={rowKey}
        pending={query.pending}
        empty={<EmptyList searched={Object.keys(values).length > 0} query={query} />}
      />
      <Pager meta={result.meta} query={query} />
    </>
  )
}

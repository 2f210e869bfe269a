'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense, use, useEffect } from 'react'
import type { DeferredResult, ListResult } from '#lib/list-result'
import { type Column, DataTable } from './data-table'
import { ListPage } from './list-page'
import { EmptyList, FailedList, ListSkeleton } from './list-states'
import { Pager } from './pager'
import { type SearchCheck, SearchForm } from './search-form'
import { useFailedSearch } from './use-failed-search'
import type { ListQuery } from './use-list-query'

interface Rows<Row> {
  title: string
  query: ListQuery
  /** What the address says now, by field name. */
  values: Record<string, string>
  columns: readonly Column<Row>[]
  /** Its id unless said. */
  rowKey?: (row: Row, index: number) => string
  /** A failure that a person's search started is told in a toast too (LIST-11: accounts, organizations). */
  tellsFailure?: boolean
}

interface Props<Row> extends Rows<Row> {
  result: DeferredResult<Row>
  /** The search fields. */
  fields: ReactNode
  /** What must hold between them before a search is sent. */
  check?: SearchCheck
  /** Buttons beside the title. */
  actions?: ReactNode
  /** Part of a page that shows the heading itself. */
  embedded?: boolean
  /** What is to be told of the rows, above them. */
  notice?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** A list as all pages show it: title, search, table with its states, pages. */
export function ListView<Row extends object>(props: Props<Row>) {
  const { title, query, result, values, fields, check, actions, embedded, notice, children } = props
  const t = useTranslations('common')
  return (
    <ListPage
      title={title}
      query={query}
      actions={actions}
      embedded={embedded}
      notice={notice}
      search={
        <SearchForm query={query} values={values} label={t('search')} check={check}>
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

/** Rows without an id are told apart by their place. */
function idOf(row: object, index: number): string {
  return 'id' in row && typeof row.id === 'string' ? row.id : String(index)
}

function Later<Row extends object>({ reading, ...rows }: Rows<Row> & { reading: Promise<ListResult<Row>> }) {
  return <Body {...rows} result={use(reading)} />
}

function Body<Row extends object>(props: Rows<Row> & { result: ListResult<Row> }) {
  const { title, query, result, values, columns, rowKey = idOf, tellsFailure = false } = props
  const t = useTranslations('common')
  const { shown } = query
  useFailedSearch(result, query, tellsFailure)
  useEffect(() => {
    // For the questions about rows, which are asked outside of this part.
    shown.current = {
      result,
      find: (is) => {
        const rows = result.ok ? result.rows : []
        const at = rows.findIndex((row) => is(row as Readonly<Record<string, unknown>>))
        const row = rows[at]
        return row && rowKey(row, at)
      },
      scrollTo: (id) =>
        document.querySelector(`tr[data-id="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' }),
    }
  }, [shown, result, rowKey])

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

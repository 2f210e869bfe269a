'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type ComponentProps, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { renewed } from '#components/form/later'
import { arranged } from '#lib/list-look'
import type { DeferredResult, ListResult } from '#lib/list-result'
import { lastPage } from '#lib/paging'
import { wholeNumber } from '#lib/whole-number'
import type { Bin } from './bin'
import { BinButton } from './bin-button'
import { type Column, offeredColumns } from './column'
import { DataTable } from './data-table'
import { ExportButton } from './export-button'
import { ListBody, ListPage } from './list-page'
import { useListSetup } from './list-setup'
import { EmptyList, FailedList, ListSkeleton } from './list-states'
import { Pager } from './pager'
import type { RecordSheet as Beside, SheetOf } from './record-sheet'
import { type SearchCheck, SearchForm } from './search-form'
import { useFailedSearch } from './use-failed-search'
import type { ListQuery } from './use-list-query'
import type { Selection } from './use-selection'
import { ViewButton } from './view-button'

/** Comes with the first row that is opened, and with the page where its address has one. */
const RecordSheet = renewed<ComponentProps<typeof Beside>>(
  (lost) => dynamic(() => import('./record-sheet').then((module) => module.RecordSheet).catch(lost)),
  ({ sheet }) => sheet.close(),
) as typeof Beside

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
  /** What a press on a row opens beside the list. */
  sheet?: SheetOf<Row>
  /** The rows that are chosen, and what takes the head's place while any are; nothing where nothing can be done with them. */
  selection?: Selection<Row> | undefined
  selectionBar?: ReactNode
  /** Buttons at the end of the title's line, which add. */
  actions?: ReactNode
}

interface Props<Row> extends Rows<Row> {
  result: DeferredResult<Row>
  /** Those that only show where the platform narrows its list by them: their names. `rows` are what is found by now. */
  more?: (filters: readonly string[], rows: readonly Row[]) => ReactNode
  /** What must hold between them before a search is sent. */
  check?: SearchCheck
  /** The resource's key, where all that the search finds can be had as a file. */
  exports?: string | undefined
  /** Where what was deleted can be brought back. */
  bin?: Bin | undefined
  /** Part of a page that shows the heading itself. */
  embedded?: boolean
  /** What is to be told of the rows, above them. */
  notice?: ReactNode
  dialogs?: ReactNode
  /** The search fields. */
  children: ReactNode
}

/** A list as all pages show it: title, search, table with its states, pages. */
export function ListView<Row extends object>(props: Props<Row>) {
  const { title, query, result, values, columns, more, check, exports, actions, embedded } = props
  const { bin, notice, dialogs, children } = props
  const t = useTranslations('common')
  const countOf = () => {
    const shown = query.shown.current?.result
    return shown?.ok && !shown.meta.atLeast ? shown.meta.count : undefined
  }
  return (
    <ListPage
      title={title}
      count={
        <Settled result={result} fallback={null}>
          {(settled) => <Count result={settled} />}
        </Settled>
      }
      query={query}
      actions={
        <>
          <Settled result={result} fallback={null}>
            {(settled) =>
              settled.ok && (
                <>
                  {bin && settled.meta.calls?.includes('deleted') && (
                    <BinButton bin={bin} reload={query.reload} />
                  )}
                  <ViewButton columns={columns} meta={settled.meta} query={query} />
                </>
              )
            }
          </Settled>
          {exports && (
            <ExportButton
              list={exports}
              title={title}
              search={{ ...query.within, ...values }}
              countOf={countOf}
            />
          )}
          {actions}
        </>
      }
      embedded={embedded}
      notice={notice}
      search={
        <SearchForm query={query} values={values} label={t('search')} check={check}>
          {children}
          {more && (
            <Settled result={result} fallback={null}>
              {(settled) => (
                <Offered result={settled} values={values}>
                  {more}
                </Offered>
              )}
            </Settled>
          )}
        </SearchForm>
      }
    >
      <Settled
        result={result}
        fallback={
          <ListBody>
            <ListSkeleton />
          </ListBody>
        }
      >
        {(settled) => <Body {...props} result={settled} />}
      </Settled>
      {dialogs}
    </ListPage>
  )
}

/** Rows without an id are told apart by their place. */
function idOf(row: object, index: number): string {
  return 'id' in row && typeof row.id === 'string' ? row.id : String(index)
}

interface SettledProps<Row> {
  result: DeferredResult<Row>
  fallback: ReactNode
  children: (result: ListResult<Row>) => ReactNode
}

/** What depends on the rows, as soon as they are there. */
export function Settled<Row>({ result, fallback, children }: SettledProps<Row>) {
  if ('now' in result) return children(result.now)
  return (
    <Suspense fallback={fallback}>
      <Later reading={result.later}>{children}</Later>
    </Suspense>
  )
}

function Later<Row>({
  reading,
  children,
}: Pick<SettledProps<Row>, 'children'> & { reading: Promise<ListResult<Row>> }) {
  return children(use(reading))
}

interface OfferedProps<Row> {
  result: ListResult<Row>
  values: Record<string, string>
  children: (filters: readonly string[], rows: readonly Row[]) => ReactNode
}

/** Filters that the platform heeds. Where it does not answer, what it heeded before, or the address says, stays. */
function Offered<Row>({ result, values, children }: OfferedProps<Row>) {
  const [heeded, setHeeded] = useState<readonly string[]>()
  const told = result.ok ? (result.meta.filters ?? none) : heeded
  if (told !== heeded) setHeeded(told)
  return children(told ?? Object.keys(values), result.ok ? result.rows : [])
}

/** How many there are, and, to be read out, what a search or another page has brought. */
function Count<Row>({ result }: { result: ListResult<Row> }) {
  const t = useTranslations('common')
  if (!result.ok) return null
  const { count, page, atLeast } = result.meta
  const shown = wholeNumber(count)
  return (
    <>
      <span
        aria-hidden
        className="tabular rounded-full bg-press px-2 font-medium text-soft text-xs leading-[18px]"
      >
        {`${shown}${atLeast ? '+' : ''}`}
      </span>
      <span aria-live="polite" className="sr-only">
        {atLeast
          ? t('announcedAtLeast', { shown, page })
          : t('announced', { count, shown, page, pages: lastPage(result.meta) })}
      </span>
    </>
  )
}

const none: readonly string[] = []
const isFilter = (name: string) => name !== 'sort'

function Body<Row extends object>(props: Rows<Row> & { result: ListResult<Row> }) {
  const {
    title,
    query,
    result,
    values,
    columns,
    rowKey = idOf,
    tellsFailure = false,
    sheet,
    selection,
  } = props
  const t = useTranslations('common')
  const isChosen = selection !== undefined && selection.rows.size > 0
  const { shown } = query
  useFailedSearch(result, query, tellsFailure)
  useEffect(() => {
    // For the questions about rows, which are asked outside of this part.
    shown.current = {
      result,
      find: (is) => {
        const rows = result.ok ? [...result.rows, ...(result.opened ? [result.opened] : [])] : []
        const at = rows.findIndex((row) => is(row as Readonly<Record<string, unknown>>))
        const row = rows[at]
        return row && rowKey(row, at)
      },
      scrollTo: (id) =>
        document.querySelector(`tr[data-id="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' }),
    }
  }, [shown, result, rowKey])

  const { look } = useListSetup()
  if (!result.ok) {
    return (
      <ListBody>
        <FailedList message={result.message} query={query} />
      </ListBody>
    )
  }
  const { rows, opened } = result
  const offered = offeredColumns(columns, result.meta)
  return (
    <>
      <ListBody>
        {isChosen && props.selectionBar}
        <DataTable
          label={t('tableScroll', { title })}
          columns={arranged(offered, look)}
          widths={look.widths ?? {}}
          rows={rows}
          rowKey={rowKey}
          sheet={sheet && query.sheet}
          selection={selection}
          query={query}
          sorts={result.meta.sorts ?? none}
          empty={
            <EmptyList
              searched={Object.keys(values).some(isFilter)}
              mayAdd={Boolean(props.actions)}
              query={query}
            />
          }
        />
        <Pager meta={result.meta} query={query} />
        {/* On phones the bar lies over what is last. */}
        {isChosen && <div className="narrow:hidden h-24" />}
      </ListBody>
      {sheet && query.sheet.opened !== undefined && (
        <RecordSheet sheet={query.sheet} of={sheet} columns={offered} {...{ rows, opened, rowKey }} />
      )}
    </>
  )
}

'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { onPlainPress } from '#lib/plain-press'
import { basePath } from '#lib/request'
import type { Column } from './column'
import { keeping, useListSetup } from './list-setup'
import type { ListQuery } from './use-list-query'

interface Props<Row> {
  column: Column<Row>
  /** Pixels. */
  least: number | undefined
  query: ListQuery
  /** What the platform sorts by. */
  sorts: readonly string[]
  /** Stands before it: what chooses all rows. */
  box?: ReactNode
  /** Some are chosen. */
  isMarked: boolean
}

/** What the column is sorted by where the platform sorts by it; nothing else. */
function sortOf<Row>({ sort }: Column<Row>, sorts: readonly string[]): string | undefined {
  return sort !== undefined && sorts.includes(sort.replace('-', '')) ? sort : undefined
}

function isSortedBy(sort: string, now: string): boolean {
  return now.replace('-', '') === sort.replace('-', '')
}

/** What a press makes of the order: this column first as it is mostly asked for, then the other way round, then none. */
export function nextSort(sort: string, now: string): string {
  const other = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
  if (now === sort) return other
  return now === other ? '' : sort
}

/** The head of a column: a link to the list sorted by it, where the platform sorts by it (DAY-1). */
export function ColumnHead<Row>({ column, least, query, sorts, box, isMarked }: Props<Row>) {
  const t = useTranslations('common')
  const { label, pinned, isKept, isOnlyRow } = column
  const sort = sortOf(column, sorts)
  const isSorted = sort !== undefined && isSortedBy(sort, query.sort)
  const isDown = query.sort.startsWith('-')
  const text =
    sort === undefined ? (
      label
    ) : (
      <span className="group/sort relative inline-flex items-center gap-1 hover:text-ink in-aria-[sort]:text-ink">
        {label}
        <SortLink title={t('sortBy', { label })} to={nextSort(sort, query.sort)} query={query}>
          {isSorted && isDown ? ArrowDown : ArrowUp}
        </SortLink>
      </span>
    )
  return (
    <th
      scope="col"
      aria-label={box || sort ? label : undefined}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
      style={{ minWidth: least }}
      className={`sticky top-0 z-10 h-8 whitespace-nowrap border-line border-b px-4 font-medium text-base text-faint first:left-0 first:z-20 first:pl-5 ${isMarked ? 'bg-accent-soft' : 'bg-sunken'} first:stuck first:stuck-start ${pinned || isKept ? 'stuck stuck-end right-0 z-20' : ''} ${pinned ? 'pr-5 text-right' : ''} ${pinned || isOnlyRow ? 'print:hidden' : ''}`}
    >
      {box ? (
        <span className="flex items-center gap-5">
          {/* In the middle, as in the rows: on its line it would lift the label above those of the other heads. */}
          <span className="inline-flex max-narrow:hidden">{box}</span>
          {text}
        </span>
      ) : (
        text
      )}
      {!pinned && <WidthHandle id={column.id} least={least ?? 0} />}
    </th>
  )
}

const drag = () => import('./drag-width')

/** The edge of a column, to be dragged; two presses make it fit again. By keyboard the view's panel has the widths. */
function WidthHandle({ id, least }: { id: string; least: number }) {
  const { look, change } = useListSetup()
  const set = (width: number | undefined) =>
    drag().then(({ withWidth }) => change(withWidth(look, id, width), () => {}))
  const begin = ({ currentTarget, clientX, button }: PointerEvent<HTMLElement>) => {
    const head = currentTarget.closest('th')
    if (head !== null && button === 0) drag().then(({ dragWidth }) => dragWidth(head, clientX, least, set))
  }
  return (
    <span
      aria-hidden
      data-width={id}
      onPointerEnter={() => Promise.all([drag(), keeping()])}
      onPointerDown={begin}
      onDoubleClick={() => set(undefined)}
      className="absolute inset-y-1.5 right-0 w-2 cursor-col-resize touch-none border-transparent border-r-2 hover:border-line-strong active:border-accent max-narrow:hidden"
    />
  )
}

interface LinkProps {
  title: string
  to: string
  query: ListQuery
  children: typeof ArrowUp
}

/** To the next head, the one before, or down to the rows. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const { key, currentTarget } = event
  const table = currentTarget.closest('table')
  const heads = [...(table?.querySelectorAll<HTMLElement>('[data-head]') ?? [])]
  const at = heads.indexOf(currentTarget)
  const down = () => table?.querySelector<HTMLElement>('[data-row-link]')
  const next = { ArrowLeft: heads[at - 1], ArrowRight: heads[at + 1], ArrowDown: down() }[key]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Lies over the words of its head. Cards have no heads to be pressed. */
function SortLink({ title, to, query, children: Arrow }: LinkProps) {
  return (
    <a
      href={basePath + query.hrefOfSort(to)}
      aria-label={title}
      title={title}
      // Arrows lead here from the first row: for Tab a list has few stops.
      tabIndex={-1}
      data-head
      onClick={onPlainPress(() => query.toSort(to))}
      onKeyDown={walk}
      className="absolute -inset-x-1.5 -inset-y-0.5 flex items-center justify-end rounded-sm max-narrow:hidden"
    >
      <Arrow
        aria-hidden
        className="-mr-2.5 size-3 opacity-0 group-hover/sort:opacity-100 in-focus-visible:opacity-100 in-aria-[sort]:opacity-100 in-aria-[sort]:text-accent-ink"
      />
    </a>
  )
}

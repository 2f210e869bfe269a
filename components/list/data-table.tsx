'use client'

import { type ColumnDef, columnSizingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { type Column, textOf } from './column'
import { columnWidth, fittingWidth } from './column-width'
import { DataRow } from './data-row'
import type { RowSheet } from './row-sheet'
import { useRowKeys } from './use-row-keys'

const features = tableFeatures({ columnSizingFeature })

/** How much wider than its content a column gets where there is room. */
const most = 1.6

interface Props<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string
  /** Dims the rows while the next ones are on their way. */
  pending: boolean
  /** What stands there when there are no rows. */
  empty: ReactNode
  /** What a press on a row opens; nothing where a row says all that there is. */
  sheet?: RowSheet
}

/**
 * The table of a list: columns are as wide as what they hold, the last of them takes what is left; head, first column and
 * operations stay in sight. On narrow screens each row is a card.
 */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, columns, rows, rowKey, pending, empty, sheet } = props
  const t = useTranslations('common')
  const sizeOf = (column: Column<Row>, at: number) =>
    column.width === undefined
      ? fittingWidth(
          column.label,
          rows.map((row) => textOf(column, row)),
          at === 0 && column.before ? 28 : 0,
        )
      : Math.max(columnWidth(column.label), column.width)
  const table = useTable({
    features,
    data: rows as Row[],
    getRowId: rowKey,
    columns: columns.map(
      (column, at): ColumnDef<typeof features, Row> => ({
        id: column.id,
        header: column.label,
        // By the texts alone: rows that are still arriving move nothing.
        minSize: columnWidth(column.label),
        size: sizeOf(column, at),
      }),
    ),
  })
  const shown = table.getRowModel().rows
  const keys = useRowKeys(
    shown.map(({ id }) => id),
    sheet,
  )
  // The slack stands after what is said: in the last column that is not pinned. The others take a share of it first.
  const slack = columns.findLast(({ pinned }) => !pinned)?.id
  const total = table.getTotalSize()
  const widthOf = (id: string, size: number) => {
    if (id === slack) return undefined
    if (columns.some((column) => column.pinned && column.id === id)) return { width: size }
    return {
      width: `clamp(${size}px, ${((100 * size) / total).toFixed(2)}cqi, ${Math.round(size * most)}px)`,
    }
  }
  return (
    <section
      ref={keys.box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard.
      tabIndex={0}
      data-rest={rows.length === 0 || sheet === undefined || undefined}
      className="@container relative min-h-0 flex-1 overflow-auto overscroll-contain border-line border-t focus-visible:outline-offset-[-2px] max-narrow:overflow-visible"
    >
      <table
        aria-busy={pending}
        style={{ '--least': `${total}px` } as React.CSSProperties}
        className="tabular w-full min-w-(--least) table-fixed border-separate border-spacing-0 text-left text-md max-narrow:block max-narrow:min-w-0"
      >
        <colgroup>
          {table.getAllLeafColumns().map((column) => (
            <col key={column.id} style={widthOf(column.id, column.getSize())} />
          ))}
        </colgroup>
        <thead className="max-narrow:sr-only">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  style={{ minWidth: header.column.columnDef.minSize }}
                  className={`sticky top-0 z-10 h-8 whitespace-nowrap border-line border-b bg-sunken px-4 font-medium text-base text-faint first:left-0 first:z-20 first:pl-5 ${columns[header.index]?.pinned ? 'right-0 z-20 pr-5 text-right' : ''}`}
                >
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody
          onKeyDown={keys.onKeyDown}
          onFocus={keys.onFocus}
          className={`max-narrow:block ${pending ? 'opacity-50 transition-opacity delay-150' : ''}`}
        >
          {shown.map(({ id, original }) => (
            <DataRow
              key={id}
              id={id}
              row={original}
              columns={columns}
              empty={t('empty')}
              active={id === keys.active}
              sheet={sheet}
            />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && empty}
    </section>
  )
}

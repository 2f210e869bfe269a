'use client'

import { type ColumnDef, columnSizingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { columnWidth } from './column-width'

const features = tableFeatures({ columnSizingFeature })

interface AnyColumn {
  label: string
  /** Pixels that its content needs, where that is more than its label asks for. */
  width?: number
}
/** A column that shows the row's field of its id as text, or one with a cell of its own. */
export type Column<Row> = AnyColumn &
  ({ id: keyof Row & string; cell?: undefined } | { id: string; cell: (row: Row) => ReactNode })

function contentOf<Row>(column: Column<Row>, row: Row): ReactNode {
  const content = column.cell === undefined ? row[column.id] : column.cell(row)
  return content === '' ? undefined : (content as ReactNode)
}

interface Props<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string
  /** Dims the rows while the next ones are on their way. */
  pending: boolean
  /** What stands there when there are no rows. */
  empty: ReactNode
}

/** The table of a list: the head stays in sight, and on narrow screens the first column too. */
export function DataTable<Row extends object>({ label, columns, rows, rowKey, pending, empty }: Props<Row>) {
  const t = useTranslations('common')
  const table = useTable({
    features,
    data: rows as Row[],
    getRowId: rowKey,
    columns: columns.map(
      (column): ColumnDef<typeof features, Row> => ({
        id: column.id,
        header: column.label,
        // By the columns alone: rows that are still arriving move nothing.
        minSize: columnWidth(column.label),
        size: Math.max(columnWidth(column.label), column.width ?? 0),
      }),
    ),
  })
  // Called, not rendered by the library: to it a new function is a new component, and the focus in a cell would go.
  const columnOf = new Map(columns.map((column) => [column.id, column]))
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard.
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-auto overscroll-contain max-narrow:max-h-[70dvh]"
    >
      <table
        aria-busy={pending}
        style={{ minWidth: table.getTotalSize() }}
        className="tabular w-full table-fixed border-separate border-spacing-0 text-left text-md"
      >
        <colgroup>
          {table.getAllLeafColumns().map((column) => (
            <col key={column.id} style={{ width: column.getSize() }} />
          ))}
        </colgroup>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  style={{ minWidth: header.column.columnDef.minSize }}
                  className="sticky top-0 z-10 h-10 whitespace-nowrap border-line border-b bg-sunken px-4 font-medium text-base text-soft first:left-0 first:z-20"
                >
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody className={pending ? 'opacity-50 transition-opacity delay-150' : ''}>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} data-id={row.id} className="group scroll-mt-10">
              {row.getAllCells().map((cell) => {
                const column = columnOf.get(cell.column.id)
                const content = (column && contentOf(column, row.original)) ?? t('empty')
                return (
                  <td
                    key={cell.id}
                    // What is cut can still be read.
                    title={typeof content === 'string' ? content : undefined}
                    className="h-11 max-w-80 truncate border-line border-b bg-surface px-4 first:sticky first:left-0 first:z-[5] group-hover:bg-row-hover max-narrow:max-w-44 max-narrow:first:max-w-36"
                  >
                    {content}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && empty}
    </section>
  )
}

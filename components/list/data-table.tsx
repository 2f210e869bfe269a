'use client'

import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { columnWidth } from './column-width'

const features = tableFeatures({})

export interface Column<Row> {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** Pixels that its content needs, where that is more than its label asks for. */
  width?: number
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
  const table = useTable({
    features,
    data: rows as Row[],
    getRowId: rowKey,
    columns: columns.map(
      (column): ColumnDef<typeof features, Row> => ({
        id: column.id,
        header: column.label,
      }),
    ),
  })
  // Called, not rendered by the library: to it a new function is a new component, and the focus in a cell would go.
  const cellOf = new Map(columns.map((column) => [column.id, column.cell]))
  // Widths by the columns alone: rows that are still arriving move nothing.
  const widths = columns.map(({ label: text, width = 0 }) => Math.max(columnWidth(text), width))
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard.
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-auto overscroll-contain max-narrow:max-h-[70dvh]"
    >
      <table
        aria-busy={pending}
        style={{ minWidth: widths.reduce((sum, width) => sum + width, 0) }}
        className="tabular w-full table-fixed border-separate border-spacing-0 text-left text-md"
      >
        <colgroup>
          {columns.map(({ id }, index) => (
            <col key={id} style={{ width: widths[index] }} />
          ))}
        </colgroup>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header, index) => (
                <th
                  key={header.id}
                  scope="col"
                  style={{ minWidth: columnWidth(columns[index]?.label ?? '') }}
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
            <tr key={row.id} className="group">
              {row.getAllCells().map((cell) => {
                const content = cellOf.get(cell.column.id)?.(row.original)
                return (
                  <td
                    key={cell.id}
                    // What is cut can still be read.
                    title={typeof content === 'string' ? content : undefined}
                    className="h-11 max-w-80 truncate border-line border-b bg-surface px-4 first:sticky first:left-0 first:z-[5] group-hover:bg-hover max-narrow:max-w-44 max-narrow:first:max-w-36"
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

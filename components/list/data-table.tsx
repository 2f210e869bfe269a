'use client'

import { type ColumnDef, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Checkbox } from '#components/ui/checkbox'
import { type Column, textOf } from './column'
import { ColumnHead } from './column-head'
import { columnWidth, fitOf, fittingWidth, sharedWidths } from './column-width'
import { DataRow } from './data-row'
import { ListTable } from './list-transition'
import type { RowSheet } from './row-sheet'
import type { ListQuery } from './use-list-query'
import { useRowKeys } from './use-row-keys'
import type { Selection } from './use-selection'

const features = tableFeatures({ rowSelectionFeature })

/** Pixels of what stands before a name, each with its gap, and of what the first cell's blank has more than others'. */
const beside = { picture: 28, box: 36, edge: 4 } as const
const none: readonly string[] = []

interface Props<Row> {
  label: string
  columns: readonly Column<Row>[]
  /** Pixels that somebody chose, by column. */
  widths: Readonly<Record<string, number>>
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string
  /** What stands there when there are no rows. */
  empty: ReactNode
  query: ListQuery
  /** What the platform sorts by. */
  sorts: readonly string[]
  /** What a press on a row opens; nothing where a row says all that there is. */
  sheet?: RowSheet
  /** What is done with many at once. */
  selection?: Selection<Row> | undefined
}

/**
 * The table of a list: columns are as wide as what they hold, the last of them takes what is left; head, first column and
 * operations stay in sight. On narrow screens each row is a card.
 */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, columns, widths, rows, rowKey, empty, query, sorts, sheet, selection } = props
  const t = useTranslations('common')
  const besideOf = ({ before }: Column<Row>, at: number) =>
    at > 0 ? 0 : beside.edge + (before ? beside.picture : 0) + (selection ? beside.box : 0)
  const fitting = (column: Column<Row>, at: number) =>
    column.width === undefined
      ? fittingWidth(
          column.label,
          rows.map((row) => textOf(column, row)),
          besideOf(column, at),
        )
      : Math.max(columnWidth(column.label), column.width)
  // By the texts alone: rows that are still arriving move nothing.
  const sizeOf = (column: Column<Row>, at: number) =>
    Math.max(columnWidth(column.label), widths[column.id] ?? fitting(column, at))
  const known = new Map(rows.map((row, at) => [rowKey(row, at), row]))
  const follow = useEffectEvent(() => selection?.follow(known))
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever rows were read anew.
  useEffect(() => follow(), [rows])
  const chosen = selection?.rows.keys() ?? []
  const rowSelection: Record<string, true> = Object.fromEntries(Array.from(chosen, (id) => [id, true]))
  const table = useTable({
    features,
    state: { rowSelection },
    onRowSelectionChange: (change) => {
      const next = typeof change === 'function' ? change(rowSelection) : change
      selection?.take(Object.keys(next), known)
    },
    data: rows as Row[],
    getRowId: rowKey,
    columns: columns.map(({ id, label }): ColumnDef<typeof features, Row> => ({ id, header: label })),
  })
  const shown = table.getRowModel().rows
  const keys = useRowKeys(
    shown.map(({ id }) => id),
    sheet,
    selection && {
      toggle: (id) => table.getRow(id).toggleSelected(),
      choose: (ids) =>
        table.setRowSelection((before) => ({
          ...before,
          ...Object.fromEntries(ids.map((id) => [id, true])),
        })),
      clear: selection.clear,
    },
  )
  const isChosen = table.getIsSomeRowsSelected()
  const isReached = rows.length > 0 && sheet !== undefined
  // The slack stands after what is said: in the last column that is not pinned. The others take a share of it first.
  const free = columns.filter(({ pinned }) => !pinned)
  const slack = (free.findLast(({ id }) => widths[id] === undefined) ?? free.at(-1))?.id
  const isFixed = ({ id, pinned }: Column<Row>) => widths[id] !== undefined || pinned === true
  const fits = columns.map((column, at) => {
    const size = sizeOf(column, at)
    // What is read figure by figure is not cut to make room.
    const isWhole = isFixed(column) || column.mono === true || column.width !== undefined
    return isWhole ? { size, least: size } : fitOf(column.label, size, besideOf(column, at), column.least)
  })
  const shared = sharedWidths(fits)
  const widthOf = (at: number) => {
    const column = columns[at]
    if (column === undefined || column.id === slack) return undefined
    return { width: isFixed(column) ? fits[at]?.size : shared[at] }
  }
  return (
    <section
      ref={keys.box}
      aria-label={label}
      // A scrolling region is reached by keyboard: by its rows, where they have links.
      tabIndex={isReached ? undefined : 0}
      data-rest={!isReached || undefined}
      className="@container sideways relative min-h-0 flex-1 overflow-auto overscroll-contain border-line border-t focus-visible:-outline-offset-2 max-narrow:overflow-visible"
    >
      <ListTable leastWidth={fits.reduce((total, { least }) => total + least, 0)}>
        <colgroup>
          {columns.map(({ id }, at) => (
            <col key={id} style={widthOf(at)} />
          ))}
        </colgroup>
        <thead className="max-narrow:sr-only">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const column = columns[header.index]
                return (
                  column && (
                    <ColumnHead
                      key={header.id}
                      column={column}
                      least={columnWidth(column.label)}
                      query={query}
                      // What lies on the heads has their place.
                      sorts={isChosen ? none : sorts}
                      isMarked={isChosen}
                      box={
                        header.index === 0 &&
                        selection && (
                          <Checkbox
                            label={t('selectPage')}
                            checked={table.getIsAllRowsSelected()}
                            partly={isChosen && !table.getIsAllRowsSelected()}
                            onChange={(on) => table.toggleAllRowsSelected(on)}
                          />
                        )
                      }
                    />
                  )
                )
              })}
            </tr>
          ))}
        </thead>
        <tbody onKeyDown={keys.onKeyDown} onFocus={keys.onFocus} className="max-narrow:block">
          {shown.map((row) => {
            const { id, original } = row
            return (
              <DataRow
                key={id}
                id={id}
                row={original}
                columns={columns}
                empty={t('empty')}
                active={id === keys.active}
                sheet={sheet}
                choice={
                  selection && {
                    label: t('selectRow', { name: selection.nameOf(original) }),
                    chosen: row.getIsSelected(),
                    onToggle: row.getToggleSelectedHandler(),
                  }
                }
              />
            )
          })}
        </tbody>
      </ListTable>
      {rows.length === 0 && empty}
    </section>
  )
}

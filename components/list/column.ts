import type { ReactNode } from 'react'

interface AnyColumn<Row> {
  label: string
  /** Pixels that its content needs, where its text alone does not say. */
  width?: number
  /** What it says, where a cell of its own does not tell by itself. */
  text?: (row: Row) => string | null | undefined
  /** Figures that are compared: times, addresses, codes. */
  mono?: boolean
  /** Stays in sight at the end of the line. */
  pinned?: boolean
  /** Where it stands on a phone's card: beside the name, among the facts unless said, or only in the row's sheet. */
  card?: 'state' | 'fact' | 'none'
  /** Leads to the row's sheet, and is no fact in it. */
  isOnlyRow?: boolean
  /** What stands before and after the text of the first column. */
  before?: (row: Row) => ReactNode
  after?: (row: Row) => ReactNode
}
/** A column that shows the row's field of its id as text, or one with a cell of its own. */
export type Column<Row> = AnyColumn<Row> &
  ({ id: keyof Row & string; cell?: undefined } | { id: string; cell: (row: Row) => ReactNode })

export function contentOf<Row>(column: Column<Row>, row: Row): ReactNode {
  const content = column.cell === undefined ? row[column.id] : column.cell(row)
  return content === '' ? undefined : (content as ReactNode)
}

/** What it says, to be measured. */
export function textOf<Row>(column: Column<Row>, row: Row): string {
  if (column.text) return column.text(row) ?? ''
  const content = contentOf(column, row)
  return typeof content === 'string' || typeof content === 'number' ? String(content) : ''
}

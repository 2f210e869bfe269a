import type { ReactNode } from 'react'
import type { PageMeta } from '#contracts/page'

/** What can be said of a column without its rows. */
export interface ColumnHeading {
  id: string
  label: string
  sort?: string
  pinned?: boolean
  isOptional?: boolean
}

interface AnyColumn<Row> {
  label: string
  /** Pixels that its content needs, where its text alone does not say. */
  width?: number
  /** Pixels down to which it gives room sooner than others. */
  least?: number
  /** What it says, where a cell of its own does not tell by itself. */
  text?: (row: Row) => string | null | undefined
  /** Figures that are compared: times, addresses, codes. */
  mono?: boolean
  /** Its text is copied by a press in the row's sheet: an account, a code, a number. */
  isCopied?: boolean
  /** Shows only where somebody wants it. */
  isOptional?: boolean
  /** What the platform sorts or narrows by where it knows the column at all. */
  needs?: string
  /** Stays in sight at the end of the line. */
  pinned?: boolean
  /** The same, in its place of the line: it has to be left where others come after it. */
  isKept?: boolean
  /** Where it stands on a phone's card: beside the name, among the facts unless said, or only in the row's sheet. */
  card?: 'state' | 'fact' | 'none'
  /** Of the first column: what a card is called, where its text is not what tells rows apart. */
  cardName?: (row: Row) => string
  /** Leads to the row's sheet, and is no fact in it. */
  isOnlyRow?: boolean
  /** What the platform sorts by to sort by it, where it does; `-` before it where the latest is asked for first. */
  sort?: string
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

/** Without those that the platform does not know. */
export function offeredColumns<Row>(
  columns: readonly Column<Row>[],
  { sorts, filters }: PageMeta,
): Column<Row>[] {
  return columns.filter(
    ({ needs }) => needs === undefined || [sorts, filters].some((known) => known?.includes(needs)),
  )
}

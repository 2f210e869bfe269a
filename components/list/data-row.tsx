'use client'

import type { MouseEvent, ReactNode } from 'react'
import { isPlainPress } from '#lib/plain-press'
import { basePath } from '#lib/request'
import { type Column, contentOf } from './column'
import { RowFocus } from './row-focus'
import type { RowSheet } from './row-sheet'

interface Props<Row> {
  id: string
  row: Row
  columns: readonly Column<Row>[]
  empty: string
  /** The one stop for Tab among the rows. */
  active: boolean
  sheet: RowSheet | undefined
}

/** What has a press for itself. */
const pressable = 'a, button, input, label, select, [role="menu"], [role="tooltip"]'

/** A row of a list, on narrow screens a card. A press anywhere on it opens its sheet, as the link of its name does. */
export function DataRow<Row>({ id, row, columns, empty, active, sheet }: Props<Row>) {
  const isOpen = sheet?.opened === id
  const press = (event: MouseEvent<HTMLElement>) => {
    const isText = window.getSelection()?.isCollapsed === false
    if (isText || (event.target as Element).closest(pressable) || !isPlainPress(event)) return
    sheet?.open(id)
  }
  return (
    <RowFocus value={sheet === undefined || active}>
      {/* A press on the row is a convenience for the pointer; the link in it has the keys. */}
      <tr
        data-id={id}
        aria-current={isOpen || undefined}
        onClick={sheet && press}
        className={`card-row group scroll-mt-8 max-narrow:active:bg-row-hover ${sheet ? 'cursor-pointer' : ''}`}
      >
        {columns.map((column, at) => (
          <Cell key={column.id} column={column} isFirst={at === 0} row={row} empty={empty}>
            {at === 0 &&
              sheet !== undefined &&
              ((text) => <RowLink id={id} text={text} active={active} sheet={sheet} />)}
          </Cell>
        ))}
      </tr>
    </RowFocus>
  )
}

interface CellProps<Row> {
  column: Column<Row>
  isFirst: boolean
  row: Row
  empty: string
  /** Makes a link of the row's name. */
  children: false | ((text: ReactNode) => ReactNode)
}

const ground =
  'bg-surface group-hover:bg-row-hover group-aria-[current]:bg-accent-soft max-narrow:bg-transparent'
const line = 'h-row truncate border-line border-b px-4 max-narrow:h-auto max-narrow:border-0 max-narrow:p-0'
const places = {
  name: 'sticky left-0 z-[5] pl-5 font-medium group-aria-[current]:shadow-[inset_2px_0_var(--accent)] forced-colors:group-aria-[current]:border-l-[3px] max-narrow:static max-narrow:order-1 max-narrow:min-w-24 max-narrow:flex-1',
  state: 'max-narrow:order-2',
  menu: 'sticky right-0 z-[5] pr-4 pl-2 max-narrow:static max-narrow:order-3 max-narrow:-ml-3',
  fact: 'card-fact',
  none: 'max-narrow:hidden',
} as const

function Cell<Row>({ column, isFirst, row, empty, children }: CellProps<Row>) {
  const content = contentOf(column, row) ?? empty
  const place = isFirst ? 'name' : column.pinned ? 'menu' : (column.card ?? 'fact')
  const missing = content === empty ? 'text-faint' : ''
  const text = children ? children(content) : content
  return (
    <td
      // What is cut can still be read.
      title={typeof content === 'string' ? content : undefined}
      data-label={place === 'fact' ? column.label : undefined}
      className={`${line} ${ground} ${places[place]} ${missing} ${column.mono && content !== empty ? 'font-mono text-base' : ''}`}
    >
      {column.before || column.after ? (
        <span className="flex items-center gap-2">
          {column.before?.(row)}
          <span className="min-w-0 truncate">{text}</span>
          {column.after?.(row)}
        </span>
      ) : (
        text
      )}
    </td>
  )
}

interface LinkProps {
  id: string
  text: ReactNode
  active: boolean
  sheet: RowSheet
}

function RowLink({ id, text, active, sheet }: LinkProps) {
  const open = (event: MouseEvent) => {
    if (!isPlainPress(event)) return
    event.preventDefault()
    sheet.open(id)
  }
  return (
    <a
      href={basePath + sheet.hrefOf(id)}
      data-row-link
      data-rest={active || undefined}
      tabIndex={active ? 0 : -1}
      onClick={open}
      className="inline-block min-w-6 max-w-full truncate rounded-sm py-0.5 align-middle text-ink hover:text-accent-ink focus-visible:outline-offset-0"
    >
      {text}
    </a>
  )
}

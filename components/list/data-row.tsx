'use client'

import { type MouseEvent, type ReactNode, useId } from 'react'
import { isPlainPress } from '#lib/plain-press'
import { ChoiceBox, type RowChoice } from './choice-box'
import { type Column, contentOf } from './column'
import { RowFocus } from './row-focus'
import { RowLink } from './row-link'
import type { RowSheet } from './row-sheet'

interface Props<Row> {
  id: string
  row: Row
  columns: readonly Column<Row>[]
  empty: string
  /** The one stop for Tab among the rows. */
  active: boolean
  sheet: RowSheet | undefined
  /** Of a list whose rows can be chosen. */
  choice?: RowChoice | undefined
}

/** What has a press for itself. */
const pressable = 'a, button, input, label, select, [role="menu"], [role="tooltip"]'

const selectedText = () => String(window.getSelection() ?? '')
/** What was selected as the press began, which Chrome still says after it: a press that selects text itself opens nothing. */
let selected = ''

/** A row of a list, on narrow screens a card. A press anywhere on it opens its sheet, as the link of its name does. */
export function DataRow<Row>({ id, row, columns, empty, active, sheet, choice }: Props<Row>) {
  const isOpen = sheet?.opened === id
  const press = (event: MouseEvent<HTMLElement>) => {
    const text = selectedText()
    if (
      (text !== '' && text !== selected) ||
      (event.target as Element).closest(pressable) ||
      !isPlainPress(event)
    )
      return
    sheet?.open(id)
  }
  return (
    <RowFocus value={sheet === undefined || active}>
      {/* A press on the row is a convenience for the pointer; the link in it has the keys. */}
      <tr
        data-id={id}
        data-opens={sheet && ''}
        aria-current={isOpen || undefined}
        data-chosen={choice?.chosen || undefined}
        onMouseDown={() => {
          selected = selectedText()
        }}
        onClick={sheet && press}
        // A menu stands in the space before a card's edge.
        className={`card-row group max-narrow:active:bg-row-hover max-narrow:data-chosen:bg-accent-soft ${sheet ? 'cursor-pointer' : ''} ${columns.some(({ pinned }) => pinned) ? '' : 'max-narrow:pr-4!'}`}
      >
        {columns.map((column, at) => (
          <Cell
            key={column.id}
            column={column}
            choice={at === 0 ? choice : undefined}
            isFirst={at === 0}
            row={row}
            empty={empty}
          >
            {at === 0 &&
              sheet !== undefined &&
              ((text) => <RowLink {...{ id, text, active, sheet }} isChoice={choice !== undefined} />)}
          </Cell>
        ))}
      </tr>
    </RowFocus>
  )
}

interface CellProps<Row> {
  column: Column<Row>
  isFirst: boolean
  choice: RowChoice | undefined
  row: Row
  empty: string
  /** Makes a link of the row's name. */
  children: false | ((text: ReactNode) => ReactNode)
}

const ground =
  'bg-surface group-hover:bg-row-hover group-aria-[current]:bg-accent-soft group-data-chosen:bg-accent-soft max-narrow:bg-transparent!'
const line = 'h-row truncate border-line border-b px-4 max-narrow:h-auto max-narrow:border-0 max-narrow:p-0'
const places = {
  name: 'stuck stuck-start sticky left-0 z-[5] pl-5 font-medium group-aria-[current]:shadow-[inset_2px_0_var(--accent)] forced-colors:group-aria-[current]:border-l-[3px] max-narrow:static max-narrow:order-1 max-narrow:min-w-24 max-narrow:flex-1',
  state: 'max-narrow:order-2',
  menu: 'stuck stuck-end sticky right-0 z-[5] pr-4 pl-2 max-narrow:static max-narrow:order-3 max-narrow:-ml-3 print:hidden',
  fact: 'card-fact max-narrow:whitespace-normal max-narrow:wrap-anywhere',
  none: 'max-narrow:hidden',
} as const
const kept = 'stuck stuck-end sticky right-0 z-[5] max-narrow:static'

function Cell<Row>({ column, isFirst, choice, row, empty, children }: CellProps<Row>) {
  const id = useId()
  const content = contentOf(column, row) ?? empty
  const place = isFirst ? 'name' : column.pinned ? 'menu' : (column.card ?? 'fact')
  const missing = content === empty ? 'text-faint' : ''
  const name = column.cardName ? (
    <>
      <span className="max-narrow:hidden">{content}</span>
      <span className="narrow:hidden">{column.cardName(row) || empty}</span>
    </>
  ) : (
    content
  )
  const text = children ? children(name) : name
  return (
    <td
      // What is cut can still be read.
      title={typeof content === 'string' ? content : undefined}
      // Of the name, not of the box beside it.
      aria-labelledby={choice && id}
      data-label={place === 'fact' ? column.label : undefined}
      className={`${line} ${ground} ${places[place]} ${column.isKept ? kept : ''} ${column.isOnlyRow ? 'print:hidden' : ''} ${missing} ${column.mono && content !== empty ? 'font-mono text-base' : ''}`}
    >
      {choice || column.before || column.after ? (
        <span className="flex items-center gap-2">
          {choice && <ChoiceBox {...choice} />}
          {column.before?.(row)}
          <span id={id} className="min-w-0 truncate">
            {text}
          </span>
          {column.after?.(row)}
        </span>
      ) : (
        text
      )}
    </td>
  )
}

'use client'

import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { BesideCopy, Copied } from '#components/form/copy-button'
import { Facts, Section } from '#components/ui/facts'
import { Sheet } from '#components/ui/sheet'
import { type Column, contentOf, textOf } from './column'
import { RowFocus } from './row-focus'
import type { RowSheet } from './row-sheet'
import { SheetRead } from './use-sheet-read'
import { useStepBack } from './use-step-back'

/** What the sheet of a list's rows shows. */
export interface SheetOf<Row> {
  title: (row: Row) => string
  note?: (row: Row) => string | null | undefined
  /** What can be done with it. */
  actions?: (row: Row) => ReactNode
  /** What the row itself does not tell. */
  more?: (row: Row) => ReactNode
}

interface Props<Row> {
  sheet: RowSheet
  of: SheetOf<Row>
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The one that the address opens, where it is not among them. */
  opened?: Row | undefined
  rowKey: (row: Row, index: number) => string
  /** What was read, where the rows are made anew at every render. */
  read?: unknown
}

/** The sheet of the record that the address names, whether or not the list shows its row. */
export function RecordSheet<Row>({ sheet, of, columns, rows, opened, rowKey, read }: Props<Row>) {
  const t = useTranslations('common')
  useStepBack(read ?? rows)
  /** The one that was shown last: if it is gone, then before the person's eyes. */
  const [last, setLast] = useState<string>()
  const id = sheet.opened ?? ''
  const ids = rows.map(rowKey)
  const at = ids.indexOf(id)
  const row = rows[at] ?? (opened && rowKey(opened, at) === id ? opened : undefined)
  if (row !== undefined && last !== id) setLast(id)
  const rest = () =>
    document.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"] [data-row-link]`) ??
    document.querySelector<HTMLElement>('[data-rest]')
  const frame = { closeLabel: t('close'), onClose: sheet.close, rest }
  if (row === undefined) {
    return last === id ? null : (
      <Sheet title={t('notShown')} {...frame}>
        <p className="text-md text-soft">{t('notShownHint')}</p>
      </Sheet>
    )
  }
  const step = (by: number, label: string, mark: ReactNode) => {
    const next = at < 0 ? undefined : ids[at + by]
    return (
      <button
        type="button"
        aria-label={label}
        title={next && label}
        // What is disabled loses the focus.
        aria-disabled={next === undefined || undefined}
        onClick={() => next !== undefined && sheet.open(next)}
        className="grid size-8 shrink-0 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:bg-transparent! aria-disabled:opacity-50"
      >
        {mark}
      </button>
    )
  }
  const facts = columns
    .filter(({ pinned, isOnlyRow }) => !pinned && !isOnlyRow)
    .map((column) => ({ label: column.label, content: <FactOf column={column} row={row} /> }))
  const isKnown = (row as { id?: unknown }).id === id
  if (isKnown) facts.push({ label: t('id'), content: <Copied label={t('id')} text={id} /> })
  return (
    <Sheet
      title={of.title(row)}
      note={of.note?.(row) ?? undefined}
      {...frame}
      tools={
        <>
          {step(-1, t('previousRow'), <ChevronUp aria-hidden className="size-4" />)}
          {step(1, t('nextRow'), <ChevronDown aria-hidden className="size-4" />)}
        </>
      }
    >
      <RowFocus value>
        {of.actions?.(row)}
        <Section title={t('details')}>
          <Facts facts={facts} />
        </Section>
        {/* Of another row it is another: what is being read for the one is not shown for the next. */}
        <div key={id} className="space-y-5 empty:hidden">
          <SheetRead value={read ?? row}>{of.more?.(row)}</SheetRead>
        </div>
      </RowFocus>
    </Sheet>
  )
}

function FactOf<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const t = useTranslations('common')
  const text = column.isCopied ? textOf(column, row) : ''
  const said = (
    <span className={column.mono ? 'font-mono text-base' : undefined}>
      {contentOf(column, row) ?? <span className="text-faint">{t('empty')}</span>}
    </span>
  )
  return (
    <>
      {column.before?.(row)}
      {text === '' ? (
        said
      ) : (
        <BesideCopy label={column.label} text={text}>
          {said}
        </BesideCopy>
      )}
      {column.after?.(row)}
    </>
  )
}

'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Checkbox } from '#components/ui/checkbox'
import { columnWidths, moved, withShown, withWidth } from '#lib/kept-look'
import { inOrder, isShown, type ListLook } from '#lib/list-look'
import type { ColumnHeading } from './column'
import { columnWidth } from './column-width'

interface Props {
  columns: readonly ColumnHeading[]
  look: ListLook
  onChange: (look: ListLook) => void
}

/** Which columns show, in what order and how wide; the first and those at the end of the line stay. */
export function ColumnChoices({ columns, look, onChange }: Props) {
  const t = useTranslations('view')
  const list = useRef<HTMLUListElement>(null)
  const [told, setTold] = useState('')
  const all = inOrder(columns, look).filter(({ pinned }) => !pinned)
  const move = (column: ColumnHeading, step: 1 | -1) => {
    flushSync(() => onChange(moved(columns, look, column.id, step)))
    const at = all.indexOf(column) + step
    setTold(t('movedTo', { label: column.label, place: at + 1, count: all.length }))
    // A moved button loses the focus; at an end the other one has it.
    const buttons = [...(list.current?.children[at]?.querySelectorAll('button') ?? [])]
    const same = buttons[step < 0 ? 0 : 1]
    ;(same?.disabled ? buttons.find(({ disabled }) => !disabled) : same)?.focus()
  }
  return (
    <>
      <ul ref={list}>
        {all.map((column, at) => {
          const { id, label } = column
          const isFirst = at === 0
          const on = isFirst || isShown(column, look)
          const arrow = (step: 1 | -1, text: string, Mark: typeof ArrowUp, isEnd: boolean) => (
            <button
              type="button"
              aria-label={text}
              title={text}
              disabled={isFirst || isEnd}
              onClick={() => move(column, step)}
              className="grid size-6 place-items-center rounded-sm text-soft hover:not-disabled:bg-hover disabled:opacity-30"
            >
              <Mark aria-hidden className="size-3.5" />
            </button>
          )
          return (
            <li key={id} className="flex min-h-8 items-center gap-1">
              {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is in it, under the same name. */}
              <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-2.5 text-md">
                <Checkbox
                  label={label}
                  checked={on}
                  reason={isFirst ? t('stays') : undefined}
                  onChange={(next) => onChange(withShown(look, column, next))}
                />
                <span className="truncate">{label}</span>
              </label>
              <WidthField
                label={label}
                disabled={!on}
                width={look.widths?.[id]}
                onWidth={(width) => onChange(withWidth(look, id, width))}
              />
              {arrow(-1, t('moveUp', { label }), ArrowUp, at === 1)}
              {arrow(1, t('moveDown', { label }), ArrowDown, at === all.length - 1)}
            </li>
          )
        })}
      </ul>
      <p role="status" className="sr-only">
        {told}
      </p>
    </>
  )
}

interface WidthProps {
  label: string
  disabled: boolean
  width: number | undefined
  onWidth: (width: number | undefined) => void
}

/**
 * What is typed stands as it is typed, and holds as soon as it is a width: `1` on the way to `150` is none. What is left as none
 * becomes the nearest that is.
 */
function WidthField({ label, disabled, width, onWidth }: WidthProps) {
  const t = useTranslations('view')
  const [typed, setTyped] = useState<string>()
  const least = Math.max(columnWidths.least, columnWidth(label))
  const type = (text: string) => {
    setTyped(text)
    const next = Number(text)
    if (text === '') onWidth(undefined)
    else if (next >= least && next <= columnWidths.most) onWidth(next)
  }
  const leave = () => {
    if (typed && Number(typed) !== width) onWidth(Math.min(Math.max(Number(typed), least), columnWidths.most))
    setTyped(undefined)
  }
  return (
    <input
      type="number"
      aria-label={t('widthOf', { label })}
      title={t('widthOf', { label })}
      placeholder={t('fitting')}
      min={least}
      max={columnWidths.most}
      step={8}
      disabled={disabled}
      value={typed ?? width ?? ''}
      onChange={({ target: { value } }) => type(value)}
      onBlur={leave}
      // Cards have no widths.
      className="control tabular h-6! w-20! px-1.5! text-base! max-narrow:hidden"
    />
  )
}

'use client'

import { CalendarRange, ChevronDown, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ToggleEvent, use, useEffect, useId, useRef } from 'react'
import { Button } from '#components/ui/button'
import { type RangeKey, rangeKeys, rangeOf } from '#lib/time-ranges'
import { SearchTime } from './search-fields'
import { SearchState } from './search-state'

interface Props {
  label: string
  from: { name: string; label: string }
  to: { name: string; label: string }
}

/** `2026-11-21T08:30` as it is said in a chip. */
const short = (time: string | undefined) => time?.slice(5).replace('T', ' ') ?? '…'

/**
 * From a minute to a minute on the person's clocks: one of the ranges that are asked for most, or typed. The fields are the
 * form's own, wherever they show; a fault in one of them opens them.
 */
export function SearchRange({ label, from, to }: Props) {
  const t = useTranslations('common')
  const id = useId()
  const { values, faults } = use(SearchState)
  const chip = useRef<HTMLDivElement>(null)
  const first = values[from.name]
  const last = values[to.name]
  const isFilled = first !== undefined || last !== undefined
  const isWrong = faults[from.name] !== undefined || faults[to.name] !== undefined

  useEffect(() => {
    // What is wrong, in an address too, is not folded away.
    const box = document.getElementById(id)
    if (isWrong && box !== null && !box.matches(':popover-open')) box.showPopover()
  }, [isWrong, id])

  const search = (begin: string, end: string) => {
    const form = chip.current?.closest('form')
    for (const [name, value] of [
      [from.name, begin],
      [to.name, end],
    ] as const) {
      const field = form?.elements.namedItem(name)
      if (field instanceof HTMLInputElement) field.value = value
    }
    document.getElementById(id)?.hidePopover()
    form?.requestSubmit()
  }
  const choose = (key: RangeKey) => search(...rangeOf(key, new Date()))
  const place = ({ currentTarget, newState }: ToggleEvent<HTMLElement>) => {
    const box = chip.current?.getBoundingClientRect()
    if (newState !== 'open' || box === undefined) return
    const room = document.documentElement.clientWidth - currentTarget.offsetWidth - 8
    currentTarget.style.top = `${box.bottom + 4}px`
    currentTarget.style.left = `${Math.max(8, Math.min(box.left, room))}px`
  }
  return (
    <div className="min-w-0">
      <div
        ref={chip}
        className="chip chip-choice"
        data-filled={isFilled || undefined}
        data-fault={isWrong || undefined}
      >
        <button
          type="button"
          popoverTarget={id}
          className="flex h-full min-w-0 flex-1 items-center gap-2 text-left outline-none"
        >
          <CalendarRange aria-hidden className="size-3.5 shrink-0" />
          <span className="shrink-0">{label}</span>
          <span className="tabular min-w-0 flex-1 truncate font-medium text-ink">
            {isFilled ? `${short(first)} – ${short(last)}` : t('all')}
          </span>
          {!isFilled && <ChevronDown aria-hidden className="size-3.5 shrink-0" />}
        </button>
        {isFilled && (
          <button
            type="button"
            onClick={() => search('', '')}
            className="grid size-6 place-items-center rounded-sm hover:bg-hover"
          >
            <span className="sr-only">{t('clearField', { label })}</span>
            <X aria-hidden className="size-3.5" />
          </button>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a field set is no popover. */}
      <div
        id={id}
        role="group"
        aria-label={label}
        popover="auto"
        onToggle={place}
        className="fixed m-0 max-w-[calc(100vw-16px)] rounded-lg border border-line-strong bg-raised p-3 text-ink shadow-overlay"
      >
        <div className="flex flex-wrap gap-1">
          {rangeKeys.map((key) => (
            <Button key={key} size="small" onClick={() => choose(key)}>
              {t(`ranges.${key}`)}
            </Button>
          ))}
        </div>
        <div className="mt-3 space-y-2">
          <SearchTime {...from} which="first" />
          <SearchTime {...to} which="last" />
        </div>
        <div className="mt-3 flex justify-end">
          <Button type="submit" look="primary" size="control">
            {t('search')}
          </Button>
        </div>
      </div>
    </div>
  )
}

'use client'

import { CalendarRange, ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { MenuButton } from '#components/ui/menu-button'
import { type RangeKey, rangeKeys, rangeOf } from '#lib/time-ranges'
import { SearchTime } from './search-fields'

interface Props {
  label: string
  from: { name: string; label: string }
  to: { name: string; label: string }
}

/** From a minute to a minute on the person's clocks, typed, or one of the ranges that are asked for most. */
export function SearchRange({ label, from, to }: Props) {
  const t = useTranslations('common')
  const place = useRef<HTMLDivElement>(null)
  const choose = (key: RangeKey) => {
    const form = place.current?.closest('form')
    const [first, last] = rangeOf(key, new Date())
    for (const [name, value] of [
      [from.name, first],
      [to.name, last],
    ] as const) {
      const field = form?.elements.namedItem(name)
      if (field instanceof HTMLInputElement) field.value = value
    }
    form?.requestSubmit()
  }
  return (
    <>
      <div ref={place} className="max-narrow:order-1">
        <MenuButton
          label={label}
          items={rangeKeys.map((key) => ({ key, text: t(`ranges.${key}`), onPick: () => choose(key) }))}
          className="chip chip-choice w-full cursor-pointer text-base"
        >
          <CalendarRange aria-hidden className="size-3.5" />
          <span className="flex-1 text-left">{label}</span>
          <ChevronDown aria-hidden className="size-3.5" />
        </MenuButton>
      </div>
      <SearchTime {...from} which="first" />
      <SearchTime {...to} which="last" />
    </>
  )
}

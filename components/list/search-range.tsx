'use client'

import { CalendarRange } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { use } from 'react'
import { Button } from '#components/ui/button'
import { rangeKeys, rangeOf } from '#lib/time-ranges'
import { SearchTime } from './search-fields'
import { SearchFolded, searchWith } from './search-folded'
import { SearchState } from './search-state'

interface Props {
  label: string
  from: { name: string; label: string }
  to: { name: string; label: string }
}

/** `2026-11-21T08:30` as it is said in a chip. */
const short = (time: string | undefined) => time?.slice(5).replace('T', ' ') ?? '…'
/** A range as it is said in a chip. */
export function rangeText(first: string | undefined, last: string | undefined): string | undefined {
  return first === undefined && last === undefined ? undefined : `${short(first)} – ${short(last)}`
}

/** From a minute to a minute on the person's clocks: one of the ranges that are asked for most, or typed. */
export function SearchRange({ label, from, to }: Props) {
  const t = useTranslations('common')
  const { values, faults } = use(SearchState)
  return (
    <SearchFolded
      label={label}
      icon={CalendarRange}
      names={[from.name, to.name]}
      text={rangeText(values[from.name], values[to.name])}
      otherwise={t('all')}
      isWrong={faults[from.name] !== undefined || faults[to.name] !== undefined}
    >
      <div className="flex flex-wrap gap-1">
        {rangeKeys.map((key) => (
          <Button
            key={key}
            size="small"
            onClick={({ currentTarget }) => {
              const [begin, end] = rangeOf(key, new Date())
              searchWith(currentTarget.form, { [from.name]: begin, [to.name]: end })
            }}
          >
            {t(`ranges.${key}`)}
          </Button>
        ))}
      </div>
      <div className="mt-3 space-y-2">
        <SearchTime {...from} which="first" />
        <SearchTime {...to} which="last" />
      </div>
    </SearchFolded>
  )
}

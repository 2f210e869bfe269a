'use client'

import { CalendarRange } from 'lucide-react'
import { useLocale, useNow, useTimeZone, useTranslations } from 'next-intl'
import { use } from 'react'
import { Button } from '#components/ui/button'
import { rangeKeys, rangeOf, rangeText } from '#lib/time-ranges'
import { SearchTime } from './search-fields'
import { SearchFolded, searchWith } from './search-folded'
import { SearchState } from './search-state'

interface Props {
  label: string
  from: { name: string; label: string }
  to: { name: string; label: string }
}

/** A range as it is said in a chip. */
export function useRangeText(first: string | undefined, last: string | undefined): string | undefined {
  const locale = useLocale()
  const timeZone = useTimeZone()
  const now = useNow()
  // An empty chip asks for no dates: their first use loads all that a browser knows of them.
  if (!first && !last) return undefined
  const thisYear = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(now)
  return rangeText([first, last], { locale, thisYear })
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
      text={useRangeText(values[from.name], values[to.name])}
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

'use client'

import { SlidersHorizontal } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, use, useState } from 'react'
import { SearchFolded } from './search-folded'
import { SearchState } from './search-state'

interface Props {
  names: readonly string[]
  /** Comes with the first look at it, or where the address fills one of them; `tell` takes what they say in words. */
  children: (tell: (text: string) => void) => ReactNode
}

/** Filters that are asked for less, behind one chip, so that the search stays a line (DAY-1). */
export function SearchMore({ names, children }: Props) {
  const t = useTranslations('common')
  const { values, faults } = use(SearchState)
  const [isOpened, setOpened] = useState(false)
  const [text, tell] = useState('')
  const filled = names.filter((name) => values[name] !== undefined)
  return (
    <SearchFolded
      label={t('moreFilters')}
      icon={SlidersHorizontal}
      names={names}
      text={filled.length === 0 ? undefined : text || String(filled.length)}
      isWrong={names.some((name) => faults[name] !== undefined)}
      onOpen={() => setOpened(true)}
    >
      {isOpened || filled.length > 0 ? children(tell) : null}
    </SearchFolded>
  )
}

/** In the place of fields that are on their way: what the address says stays in the form. */
export function FieldsToCome({ names }: { names: readonly string[] }) {
  const { values } = use(SearchState)
  return names.map((name) => <input key={name} type="hidden" name={name} defaultValue={values[name] ?? ''} />)
}

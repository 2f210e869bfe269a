'use client'

import type { ReactNode } from 'react'
import { ListContext } from '#components/form/use-refusal'
import type { ListQuery } from './use-list-query'

interface Props {
  title: string
  /** Of the list, for the dialogs over it. */
  query: ListQuery
  /** Search fields; a list without them takes the room for its rows. */
  search?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  /** The heading stands elsewhere, and the list fills the room that it is given. */
  embedded?: boolean
  /** What is to be told of the rows, above them. */
  notice?: ReactNode
  children: ReactNode
}

/**
 * A list's page, as high as the window. What stands around the table adds up to the 212 px of the table height's formula
 * (LIST-4): title bar 48, frame and court 10, padding 40, heading 36 and 8 below it, 12 below the search bar, pager 56 and two lines. The
 * search bar's height, whatever it wraps to, is the formula's own term.
 */
export function ListPage({ title, query, search, actions, embedded = false, notice, children }: Props) {
  return (
    <ListContext value={query}>
      <div
        className={`flex flex-col max-narrow:h-auto ${embedded ? 'h-full' : 'h-[calc(var(--court)-40px)]'}`}
      >
        {!embedded && (
          <div className="mb-2 flex h-9 shrink-0 items-center justify-between gap-3">
            <h1 className="truncate font-semibold text-xl">{title}</h1>
            <div className="flex gap-2">{actions}</div>
          </div>
        )}
        {search && (
          <div data-testid="search-bar" className="mb-3 shrink-0">
            {search}
          </div>
        )}
        <div className="flex min-h-80 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-raised">
          {notice}
          {children}
        </div>
      </div>
    </ListContext>
  )
}

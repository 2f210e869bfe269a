'use client'

import type { ReactNode } from 'react'
import { ListContext } from '#components/form/use-refusal'
import { useListSetup } from './list-setup'
import { ListTransitionProvider } from './list-transition'
import type { ListQuery } from './use-list-query'

interface Props {
  title: string
  /** How many there are, beside the title. */
  count?: ReactNode
  /** Of the list, for the dialogs over it. */
  query: ListQuery
  /** Search fields; a list without them takes the room for its rows. */
  search?: ReactNode
  /** Buttons at the end of the title's line, or of the search's where the heading stands elsewhere. */
  actions?: ReactNode
  /** The heading stands elsewhere, with the list's `ListTransitionProvider`, and the list fills the room that it is given. */
  embedded?: boolean
  /** What is to be told of the rows, above them. */
  notice?: ReactNode
  /** `ListBody`, and the sheet beside it. */
  children: ReactNode
}

/**
 * A list's page, which fills the court from edge to edge. What stands around the table adds up to the 212 px of the table
 * height's formula (LIST-4): title bar, frame and the court's lines 58, heading 36 with 24 above and 18 below, 20 below the
 * search bar, foot 56. The search bar's height, whatever it wraps to, is the formula's own term. On phones the page itself
 * scrolls.
 */
export function ListPage({
  title,
  count,
  query,
  search,
  actions,
  embedded = false,
  notice,
  children,
}: Props) {
  const { told } = useListSetup()
  const page = (
    <ListContext value={query}>
      <div
        className={`grid min-h-80 grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_auto_auto_minmax(0,1fr)] bg-surface max-narrow:h-auto ${embedded ? 'h-full overflow-hidden rounded-lg border border-line' : '-m-5 h-(--court) max-mobile:pb-[9px] max-narrow:-m-3'}`}
      >
        {!embedded && (
          <div className="col-start-1 row-start-1 mt-6 mb-[18px] flex h-9 items-center gap-2.5 px-5 max-narrow:mt-4 max-narrow:mb-3 max-narrow:h-auto max-narrow:min-h-9 max-narrow:flex-wrap max-narrow:px-4">
            <h1 className="truncate font-semibold text-xl">{title}</h1>
            {count}
            <div className="ml-auto flex shrink-0 gap-2">{actions}</div>
          </div>
        )}
        {search && (
          <div
            data-testid="search-bar"
            className={`col-start-1 row-start-2 mb-5 max-narrow:mb-3 ${embedded ? 'mx-3 mt-3 flex items-start gap-2' : 'mx-5 max-narrow:mx-4'}`}
          >
            {embedded ? <div className="min-w-0 flex-1">{search}</div> : search}
            {embedded && <div className="sr-only">{count}</div>}
            {embedded && actions}
          </div>
        )}
        {(told || notice) && (
          <div className="col-start-1 row-start-3">
            {told}
            {notice}
          </div>
        )}
        {children}
      </div>
    </ListContext>
  )
  return embedded ? (
    page
  ) : (
    <ListTransitionProvider transition={query.transition}>{page}</ListTransitionProvider>
  )
}

/** Table and foot, or what stands in their place. */
export function ListBody({ children }: { children: ReactNode }) {
  return <div className="col-start-1 row-start-4 relative flex min-h-0 min-w-0 flex-col">{children}</div>
}

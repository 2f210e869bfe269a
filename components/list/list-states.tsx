'use client'

import { useTranslations } from 'next-intl'
import { Reference } from '#components/shell/reference'
import { Button } from '#components/ui/button'
import { handsOnToPage } from '#components/ui/hands-on'
import { StateView } from '#components/ui/state-view'
import { usePending } from './list-transition'
import type { ListQuery } from './use-list-query'

/** An empty list: nothing there yet, or nothing found, with the way out. */
export function EmptyList({
  searched,
  mayAdd,
  query,
}: {
  searched: boolean
  mayAdd: boolean
  query: ListQuery
}) {
  const t = useTranslations('common')
  return searched ? (
    <StateView role="status" scene="nothing" title={t('nothingFound')} hint={t('nothingFoundHint')}>
      <Button onClick={query.reset}>{t('reset')}</Button>
    </StateView>
  ) : (
    <StateView role="status" scene="empty" title={t('noData')} hint={mayAdd ? t('noDataHint') : undefined} />
  )
}

/** A list that could not be read: what happened, and the way to try again. Nothing of the search is lost. */
export function FailedList({ message, query }: { message: string; query: ListQuery }) {
  const t = useTranslations('common')
  return (
    <div ref={handsOnToPage} className="grid flex-1 place-items-center">
      <StateView role="alert" scene="failed" title={t('loadFailed')} hint={message} note={<Reference />}>
        <RetryButton query={query} />
      </StateView>
    </div>
  )
}

/** Reads the list again. */
export function RetryButton({ query }: { query: ListQuery }) {
  const t = useTranslations('common')
  return (
    <Button onClick={query.reload} busy={usePending()}>
      {t('retry')}
    </Button>
  )
}

/** Holds the place of a list that is on its way: as high as the list, so that nothing jumps. */
export function ListSkeleton() {
  const t = useTranslations('common')
  return (
    <>
      <div
        role="status"
        aria-label={t('loading')}
        className="min-h-0 flex-1 overflow-hidden border-line border-t"
      >
        <div className="h-8 border-line border-b bg-sunken" />
        {Array.from({ length: 10 }, (_, row) => `row-${row}`).map((row) => (
          <div key={row} className="flex h-row items-center gap-8 border-line border-b px-5">
            <div className="h-2.5 w-28 animate-pulse rounded-full bg-bone" />
            <div className="h-2.5 w-20 animate-pulse rounded-full bg-bone" />
            <div className="h-2.5 w-32 animate-pulse rounded-full bg-bone" />
          </div>
        ))}
      </div>
      <div className="min-h-14 shrink-0 border-line border-t" />
    </>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useCallback } from 'react'
import { ReadFault } from '#components/form/read-fault'
import { useSheetRead } from './use-sheet-read'

interface Props<Loaded> {
  id: string
  /** The same function at every render. */
  load: (id: string) => Promise<Loaded>
  children: (loaded: Loaded) => ReactNode
}

/** What a row's sheet tells beyond the row, read when it opens; its place is kept until it is there. */
export function SheetDetails<Loaded>({ id, load, children }: Props<Loaded>) {
  const t = useTranslations('common')
  const loaded = useSheetRead(useCallback(() => load(id), [load, id]))
  switch (loaded.state) {
    case 'ready':
      return children(loaded.value)
    case 'failed':
      return <ReadFault loaded={loaded} />
    default:
      return (
        <div role="status" aria-label={t('loading')} className="space-y-3">
          <div className="h-3 w-24 animate-pulse rounded-full bg-bone" />
          <div className="h-3 w-56 animate-pulse rounded-full bg-bone" />
        </div>
      )
  }
}

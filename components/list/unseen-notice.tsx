'use client'

import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { handsOnToPage } from '#components/ui/hands-on'
import { onPlainPress } from '#lib/plain-press'
import { basePath } from '#lib/request'
import type { ListQuery } from './use-list-query'

interface Props {
  query: ListQuery
  /** What finds the new row. */
  search: Record<string, string>
  onDismiss: () => void
}

/** Says that what was added is not among the rows below, and leads to it. It stays until another view is shown. */
export function UnseenNotice({ query, search, onDismiss }: Props) {
  const t = useTranslations('common')
  return (
    <div
      ref={handsOnToPage}
      role="status"
      className="flex min-h-10 shrink-0 items-center gap-x-2 border-line border-b bg-accent-soft py-1 pr-2 pl-4 text-md"
    >
      <p className="min-w-0 flex-1">
        {t('addedUnseen')}{' '}
        <a
          href={basePath + query.hrefOfSearch(search)}
          onClick={onPlainPress(() => query.search(search))}
          className="font-medium text-accent-ink underline underline-offset-2"
        >
          {t('showAdded')}
        </a>
      </p>
      <button
        type="button"
        aria-label={t('dismiss')}
        onClick={onDismiss}
        className="grid size-6 shrink-0 place-items-center rounded-sm text-soft hover:bg-hover"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </div>
  )
}

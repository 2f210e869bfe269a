'use client'

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { MouseEvent, ReactNode } from 'react'
import type { PageMeta } from '#contracts/endpoint'
import { limits } from '#contracts/limits'
import { lastPage } from '#lib/paging'
import { isPlainPress } from '#lib/plain-press'
import { basePath } from '#lib/request'
import type { ListQuery } from './use-list-query'

/** The pages to offer: first, last, and those around the current one; a negative number stands for the gap before that page. */
export function offeredPages(page: number, last: number): number[] {
  const near = [1, page - 1, page, page + 1, last].filter((candidate) => candidate >= 1 && candidate <= last)
  const sorted = [...new Set(near)].sort((a, b) => a - b)
  return sorted.flatMap((candidate, index) => {
    const gap = candidate - (sorted[index - 1] ?? candidate - 1)
    if (gap === 2) return [candidate - 1, candidate]
    return gap > 2 ? [-candidate, candidate] : [candidate]
  })
}

/**
 * Pages are links, so that they open in a tab of their own too. They stand at the start of the line: at its end they
 * would move while the page is still arriving.
 */
export function Pager({ meta, query }: { meta: PageMeta; query: ListQuery }) {
  const t = useTranslations('common')
  // Where there are more rows than were counted, the next page is there too.
  const last = meta.atLeast ? Math.max(lastPage(meta), meta.page + 1) : lastPage(meta)
  const link = (page: number, label: string, content: ReactNode, current = false) => (
    <PageLink
      key={label}
      href={basePath + query.hrefOf(page)}
      label={label}
      current={current}
      disabled={page < 1 || page > last}
      onGo={() => query.toPage(page)}
    >
      {content}
    </PageLink>
  )
  return (
    <div className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-4 py-2">
      <span className="tabular text-soft">
        {t(meta.atLeast ? 'totalAtLeast' : 'total', { count: meta.count })}
      </span>
      <select
        aria-label={t('pageSize')}
        value={meta.limit}
        onChange={(event) => query.toSize(Number(event.target.value))}
        className="control h-8 w-auto text-base"
      >
        {limits.pageSizes.map((size) => (
          <option key={size} value={size}>
            {t('perPage', { size })}
          </option>
        ))}
      </select>
      <nav aria-label={t('pagination')} className="flex items-center gap-0.5">
        {link(meta.page - 1, t('previousPage'), <ChevronLeft aria-hidden className="size-4" />)}
        {offeredPages(meta.page, last).map((page) =>
          page < 0 ? (
            <span key={page} aria-hidden className="px-1 text-faint">
              …
            </span>
          ) : (
            link(page, t('page', { page }), page, page === meta.page)
          ),
        )}
        {link(meta.page + 1, t('nextPage'), <ChevronRight aria-hidden className="size-4" />)}
      </nav>
    </div>
  )
}

interface PageLinkProps {
  href: string
  label: string
  current: boolean
  disabled: boolean
  onGo: () => void
  children: ReactNode
}

function PageLink({ href, label, current, disabled, onGo, children }: PageLinkProps) {
  const look = 'tabular grid h-8 min-w-8 place-items-center rounded-md px-1.5'
  if (disabled) {
    return (
      <button type="button" disabled aria-label={label} className={`${look} text-faint opacity-50`}>
        {children}
      </button>
    )
  }
  const go = (event: MouseEvent) => {
    if (!isPlainPress(event)) return
    event.preventDefault()
    onGo()
  }
  return (
    <a
      href={href}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      onClick={go}
      className={`${look} ${current ? 'bg-accent-soft font-medium text-accent-ink' : 'text-soft hover:bg-hover'}`}
    >
      {children}
    </a>
  )
}

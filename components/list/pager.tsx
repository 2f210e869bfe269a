'use client'

import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { limits } from '#contracts/limits'
import type { PageMeta } from '#contracts/page'
import { lastPage } from '#lib/paging'
import { onPlainPress } from '#lib/plain-press'
import { basePath } from '#lib/request'
import { wholeNumber } from '#lib/whole-number'
import { DensityChoice } from './density-choice'
import { KeysHelp } from './keys-help'
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

/** Pixels of a page's link with the gap after it. */
const linkWidth = 30

/**
 * The foot of a list: which rows these are, how many a page, how close, and the pages. They are links, so that they open in
 * a tab of their own too; their room is known before they have come, so that nothing moves.
 */
export function Pager({ meta, query }: { meta: PageMeta; query: ListQuery }) {
  const t = useTranslations('common')
  // Where there are more rows than were counted, the next page is there too.
  const last = meta.atLeast ? Math.max(lastPage(meta), meta.page + 1) : lastPage(meta)
  const step = (by: number) => query.toPage(Math.min(Math.max(query.pageAsked() + by, 1), last))
  const link = (page: number, label: string, content: ReactNode, current = false, by?: number) => (
    <PageLink
      key={label}
      href={basePath + query.hrefOf(page)}
      label={label}
      current={current}
      disabled={page < 1 || page > last}
      onGo={() => (by === undefined ? query.toPage(page) : step(by))}
    >
      {content}
    </PageLink>
  )
  const first = (meta.page - 1) * meta.limit + 1
  const shown = wholeNumber(meta.count)
  const [all, part] = meta.atLeast
    ? (['totalAtLeast', 'rangeAtLeast'] as const)
    : (['total', 'range'] as const)
  const end = Math.min(first + meta.limit - 1, meta.count)
  const offered = offeredPages(meta.page, last)
  return (
    <div className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-5 py-1 max-narrow:px-4">
      <span className="tabular text-soft">
        {end < first
          ? t(all, { shown })
          : t(part, { first: wholeNumber(first), last: wholeNumber(end), shown })}
      </span>
      <span className="relative flex items-center rounded-md text-soft hover:bg-hover">
        <select
          aria-label={t('pageSize')}
          value={meta.limit}
          onChange={(event) => query.toSize(Number(event.target.value))}
          className="select h-7 rounded-md bg-transparent pr-6 pl-2"
        >
          {limits.pageSizes.map((size) => (
            <option key={size} value={size}>
              {t('perPage', { size })}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute right-1.5 size-3.5" />
      </span>
      <DensityChoice />
      <nav
        aria-label={t('pagination')}
        style={{ minWidth: (offered.length + 2) * linkWidth }}
        className="ml-auto flex items-center justify-end gap-0.5"
      >
        {link(meta.page - 1, t('previousPage'), <ChevronLeft aria-hidden className="size-4" />, false, -1)}
        {offered.map((page) =>
          page < 0 ? (
            <span key={page} aria-hidden className="w-7 text-center text-faint">
              …
            </span>
          ) : (
            link(page, t('page', { page }), page, page === meta.page)
          ),
        )}
        {link(meta.page + 1, t('nextPage'), <ChevronRight aria-hidden className="size-4" />, false, 1)}
      </nav>
      <KeysHelp />
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
  const look = 'tabular grid h-7 min-w-7 place-items-center rounded-md px-1'
  if (disabled) {
    return (
      <button
        type="button"
        disabled
        aria-label={label}
        className={`${look} text-faint opacity-50 cursor-not-allowed`}
      >
        {children}
      </button>
    )
  }
  return (
    <a
      href={href}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      onClick={onPlainPress(onGo)}
      className={`${look} ${current ? 'bg-press font-semibold text-ink forced-colors:outline-2' : 'text-soft hover:bg-hover hover:text-ink'}`}
    >
      {children}
    </a>
  )
}

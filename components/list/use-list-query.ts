'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'
import type { ListBehind, Shown } from '#components/form/use-refusal'
import { limits } from '#contracts/limits'
import { basePath } from '#lib/request'
import type { RowSheet } from './row-sheet'

export interface ListQuery extends ListBehind {
  /** The search, page and size that stand in the address. */
  address: string
  /** The list is being read again; what stands there is still the old state. */
  pending: boolean
  /** Whether the reading that is under way, or the last one, was started by a press of search. */
  searched: () => boolean
  search: (values: Record<string, string>) => void
  reset: () => void
  toSize: (size: number) => void
  /** Done when it shows, or is left. */
  toPage: (page: number) => Promise<void>
  /** The address of a page of this list, for links. */
  hrefOf: (page: number) => string
  /** The address of another search of this list, for links. */
  hrefOfSearch: (values: Record<string, string>) => string
  /** The row whose sheet stands beside the list. */
  sheet: RowSheet
}

/** Of the address, beside the list's own state: nothing of it is read anew for a sheet. */
const sheetName = 'open'

function without(name: string, params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete(name)
  return rest
}

function settle(reloads: (() => void)[]): void {
  for (const done of reloads.splice(0)) done()
}

/** A list's state is its address and nothing else (LIST-7): so reload, back, forward and links need no code. */
export function useListQuery(): ListQuery {
  const router = useRouter()
  const pathname = usePathname()
  const all = useSearchParams()
  const params = without(sheetName, all)
  const opened = all.get(sheetName) ?? undefined
  /** Whether a step back leaves the sheet: it was opened here, not by its address. */
  const openedHere = useRef(false)
  const [pending, start] = useTransition()
  const searched = useRef(false)
  const shown = useRef<Shown>(null)
  const { current: reloads } = useRef<(() => void)[]>([])

  useEffect(() => {
    if (!pending) settle(reloads)
  }, [pending, reloads])
  useEffect(() => () => settle(reloads), [reloads])

  const go = (next: URLSearchParams) => {
    const query = next.size === 0 ? '' : `?${next}`
    // Pressing search twice with the same values means: look again.
    const same = query === (params.size === 0 ? '' : `?${params}`)
    start(() => (same ? router.refresh() : router.push(pathname + query, { scroll: false })))
  }
  const withPage = (page: number) => {
    const next = new URLSearchParams(params)
    if (page === 1) next.delete('page')
    else next.set('page', String(page))
    return next
  }
  const withSize = (next: URLSearchParams, size: string | null) => {
    if (size !== null && size !== String(limits.pageSize)) next.set('size', size)
    return next
  }
  const searchFor = (values: Record<string, string>) => {
    const filled = Object.entries(values).filter(([, value]) => value.trim() !== '')
    return withSize(
      new URLSearchParams(filled.map(([name, value]) => [name, value.trim()])),
      params.get('size'),
    )
  }
  const later = (step: () => void) =>
    new Promise<void>((resolve) => {
      reloads.push(resolve)
      step()
    })
  const hrefOf = (page: number) => {
    const next = withPage(page)
    return next.size === 0 ? pathname : `${pathname}?${next}`
  }
  const here = params.size === 0 ? pathname : `${pathname}?${params}`
  const hrefOfRow = (id: string) => {
    const next = new URLSearchParams(params)
    next.set(sheetName, id)
    return `${pathname}?${next}`
  }
  const sheet: RowSheet = {
    opened,
    hrefOf: hrefOfRow,
    open: (id) => {
      // The address alone changes: the list stands as it is.
      if (opened === undefined) window.history.pushState(null, '', basePath + hrefOfRow(id))
      else window.history.replaceState(null, '', basePath + hrefOfRow(id))
      openedHere.current ||= opened === undefined
    },
    close: () => {
      if (openedHere.current) window.history.back()
      else window.history.replaceState(null, '', basePath + here)
      openedHere.current = false
    },
  }
  return {
    sheet,
    address: params.toString(),
    pending,
    searched: () => searched.current,
    shown,
    search: (values) => {
      searched.current = true
      go(searchFor(values))
    },
    reset: () => {
      searched.current = true
      go(withSize(new URLSearchParams(), params.get('size')))
    },
    toSize: (size) => {
      searched.current = false
      const next = withPage(1)
      next.delete('size')
      go(withSize(next, String(size)))
    },
    toPage: (page) => {
      searched.current = false
      return later(() => go(withPage(page)))
    },
    hrefOf,
    hrefOfSearch: (values) => `${pathname}?${searchFor(values)}`,
    reload: () => {
      searched.current = false
      return later(() => start(() => router.refresh()))
    },
  }
}

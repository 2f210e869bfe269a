'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import type { ListBehind, Shown } from '#components/form/use-refusal'
import { limits } from '#contracts/limits'
import { addName, sheetName, takeBackName } from '#lib/add-address'
import { basePath } from '#lib/request'
import { useListSetup } from './list-setup'
import { type ListTransition, startReading } from './list-transition'
import type { RowSheet } from './row-sheet'

export interface ListQuery extends ListBehind {
  /** The search, page and size that stand in the address. */
  address: string
  /** What every address of the list says. */
  within: Record<string, string>
  /** For the provider around the list. */
  transition: ListTransition
  /** Whether the reading that is under way, or the last one, was started by a press of search. */
  searched: () => boolean
  search: (values: Record<string, string>) => void
  reset: () => void
  toSize: (size: number) => void
  /** Done when it shows, or is left. */
  toPage: (page: number) => Promise<void>
  /** The page that is on its way, else the one that shows. */
  pageAsked: () => number
  /** The address of a page of this list, for links. */
  hrefOf: (page: number) => string
  /** The column that the list is sorted by, `-` before it for the highest first; the newest come first unless said. */
  sort: string
  toSort: (sort: string) => void
  hrefOfSort: (sort: string) => string
  /** Another search of this list, as an address has it. */
  toAddress: (address: string) => void
  /** The address of another search of this list, for links. */
  hrefOfSearch: (values: Record<string, string>) => string
  /** The row whose sheet stands beside the list. */
  sheet: RowSheet
}

/** Whether the platform keeps what is deleted from the list that shows. */
export function keptIn({ shown }: ListQuery): boolean {
  const result = shown.current?.result
  return result?.ok === true && result.meta.calls?.includes('deleted') === true
}

/** Of what a search does not name, the size of a page and the order stay as they are. */
const staying = ['size', 'sort']

/**
 * A list's state is its address and nothing else (LIST-7): so reload, back, forward and links need no code.
 * @param within what every address of the list says, unless it says something else
 */
export function useListQuery(within: Record<string, string> = {}): ListQuery {
  const router = useRouter()
  const pathname = usePathname()
  const all = useSearchParams()
  const said = new URLSearchParams(all)
  for (const name of [sheetName, addName, takeBackName]) said.delete(name)
  const params = new URLSearchParams(said)
  for (const [name, value] of Object.entries(within)) if (!params.has(name)) params.set(name, value)
  const opened = all.get(sheetName) ?? undefined
  /** What the address says of a sheet that a step back leaves, since it was opened here, from its list. */
  const openedHere = useRef<string>(undefined)
  const { kept: rendered, look } = useListSetup()
  const searched = useRef(false)
  const shown = useRef<Shown>(null)
  const [transition] = useState<ListTransition>(() => ({ start: { current: null }, waiting: [] }))

  const address = all.toString()
  useEffect(() => {
    // Whatever else led here: the step before is another one.
    if (openedHere.current !== address) openedHere.current = undefined
  }, [address])

  /** What was pressed last counts on, also before it shows: on a slow line the next press comes first. */
  const asked = () => new URLSearchParams(transition.underWay?.() ?? params)
  const go = (next: URLSearchParams, isSearch = false) => {
    searched.current = isSearch
    const query = next.size === 0 ? '' : `?${next}`
    // Pressing search twice with the same values means: look again.
    const same = query === (transition.underWay?.() ?? (said.size === 0 ? '' : `?${said}`))
    startReading(
      transition,
      () => (same ? router.refresh() : router.push(pathname + query, { scroll: false })),
      query,
    )
  }
  const withPage = (page: number, of = params) => {
    const next = new URLSearchParams(of)
    if (page === 1) next.delete('page')
    else next.set('page', String(page))
    return next
  }
  const withSize = (size: number) => {
    const next = withPage(1, asked())
    // An address without it goes by what is kept, which may still be what was rendered, or already what was set up since.
    const isKept = [rendered, look].every((one) => (one.size ?? limits.pageSize) === size)
    if (isKept) next.delete('size')
    else next.set('size', String(size))
    return next
  }
  const withSort = (sort: string, of = params) => {
    const next = withPage(1, of)
    if (sort === '') next.delete('sort')
    else next.set('sort', sort)
    return next
  }
  const searchFor = (values: Record<string, string>, of = params) => {
    const others = [...staying, ...Object.keys(within)].filter((name) => !(name in values))
    const kept = others.map((name) => [name, of.get(name) ?? ''])
    const named = Object.entries(values).map(([name, value]) => [name, value.trim()])
    return new URLSearchParams([...named, ...kept].filter(([, value]) => value !== '') as [string, string][])
  }
  const later = (step: () => void) =>
    new Promise<void>((resolve) => {
      transition.waiting.push(resolve)
      step()
    })
  const pathOf = (next: URLSearchParams) => (next.size === 0 ? pathname : `${pathname}?${next}`)
  const here = pathOf(params)
  const withRow = (id: string) => {
    const next = new URLSearchParams(params)
    next.set(sheetName, id)
    return next.toString()
  }
  const hrefOfRow = (id: string) => `${pathname}?${withRow(id)}`
  const sheet: RowSheet = {
    opened,
    hrefOf: hrefOfRow,
    open: (id) => {
      // The address alone changes: the list stands as it is.
      if (opened === undefined) window.history.pushState(null, '', basePath + hrefOfRow(id))
      else window.history.replaceState(null, '', basePath + hrefOfRow(id))
      if (opened === undefined || openedHere.current !== undefined) openedHere.current = withRow(id)
    },
    close: () => {
      if (openedHere.current !== undefined) window.history.back()
      else window.history.replaceState(null, '', basePath + here)
      openedHere.current = undefined
    },
    forget: (id) => {
      if (id !== opened) return
      window.history.replaceState(null, '', basePath + here)
      openedHere.current = undefined
    },
  }
  return {
    sheet,
    address: params.toString(),
    within,
    transition,
    searched: () => searched.current,
    shown,
    search: (values) => go(searchFor(values, asked()), true),
    reset: () => go(searchFor({}, asked()), true),
    toSize: (size) => go(withSize(size)),
    toPage: (page) => later(() => go(withPage(page, asked()))),
    pageAsked: () => Number(asked().get('page') ?? 1),
    sort: params.get('sort') ?? '',
    toSort: (sort) => go(withSort(sort, asked())),
    toAddress: (address) => go(new URLSearchParams(address), true),
    hrefOf: (page) => pathOf(withPage(page)),
    hrefOfSort: (sort) => pathOf(withSort(sort)),
    hrefOfSearch: (values) => pathOf(searchFor(values)),
    reload: () => {
      searched.current = false
      return later(() => startReading(transition, () => router.refresh()))
    },
  }
}

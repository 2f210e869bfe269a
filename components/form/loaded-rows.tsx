'use client'

import { useTranslations } from 'next-intl'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { StateView } from '#components/ui/state-view'
import { ReadFault } from './read-fault'
import { useTellFault } from './use-call-fault'
import { type Loaded, useLoaded } from './use-loaded'

/**
 * The rows of a dialog, and what their buttons do: `acting` is what is under way. The rows are read again after it.
 * @param read stable across renders; it gets what is shown, where something is
 */
export function useRowActs<Value>(read: (shown?: Value) => Promise<Value>) {
  const loaded = useLoaded<Value>(read)
  const newest = useRef({ read, loaded })
  useEffect(() => {
    newest.current = { read, loaded }
  })
  const tell = useTellFault()
  const list = useRef<HTMLDivElement>(null)
  const [acting, setActing] = useState<string>()
  const pressed = useRef<Element>(null)
  const act = async (what: string, does?: () => Promise<void>, then?: () => Promise<Value>) => {
    pressed.current = document.activeElement
    setActing(what)
    try {
      await does?.()
    } catch (error) {
      tell(error)
    }
    // Something else may be sought by now.
    const { loaded, read } = newest.current
    const shown = loaded.state === 'ready' ? loaded.value : undefined
    await loaded.renew(then ?? (() => read(shown)))
    setActing(undefined)
  }
  useEffect(() => {
    if (acting === undefined) keepFocus(pressed.current, list.current)
  }, [acting])
  const { fault } = loaded.state === 'ready' ? loaded : {}
  const again = fault && {
    message: fault.message,
    retry: () => act('again', undefined, fault.read),
  }
  return { loaded, list, acting, act, again }
}

/** The list has the focus of a button that has gone with its row. */
function keepFocus(button: Element | null, list: HTMLElement | null): void {
  const { activeElement } = document
  // Whoever went on elsewhere stays there.
  if (!button || button.isConnected || (activeElement && !activeElement.contains(list))) return
  const target = list?.querySelector<HTMLElement>('[role="alert"] button') ?? list
  target?.focus({ preventScroll: true })
}

interface Props<Row> {
  label: string
  loaded: Loaded<unknown> & { retry: () => void }
  /** Once they are there. */
  rows: readonly Row[]
  /** Why they could not be read again, and another try. */
  again: ComponentProps<typeof ReadFault>['loaded'] | undefined
  /** Takes the focus when a button has gone with its row. */
  list: RefObject<HTMLDivElement | null>
  /** What is said above the rows. */
  hint?: string
  /** What is said where there are none. */
  empty: string
  /** Whether some are left out by a search. */
  isSearched?: boolean
  /** What stands below the rows. */
  more?: ReactNode
  children: (row: Row) => ReactNode
}

/** The rows of a dialog, in each state of their reading. */
export function LoadedRows<Row extends { id: string }>(props: Props<Row>) {
  const { label, loaded, rows, again, list, hint, empty, isSearched, more, children } = props
  const t = useTranslations('common')
  return (
    <div
      ref={list}
      data-first
      tabIndex={-1}
      className="min-h-24 flex-auto overflow-y-auto px-5 py-2 outline-none"
    >
      {hint && <p className="pt-1 text-md text-soft">{hint}</p>}
      {loaded.state === 'failed' && <ReadFault loaded={loaded} className="py-3" />}
      {loaded.state === 'loading' && (
        <div role="status" aria-label={t('loading')} className="space-y-3 py-3">
          <div className="h-3 w-40 animate-pulse rounded-full bg-bone" />
          <div className="h-3 w-64 animate-pulse rounded-full bg-bone" />
        </div>
      )}
      {loaded.state === 'ready' && rows.length === 0 && (
        <StateView role="status" scene={isSearched ? 'nothing' : 'empty'} title={empty} />
      )}
      {loaded.state === 'ready' && (
        <ul aria-label={label} className="divide-y divide-line empty:hidden">
          {rows.map((row) => (
            <li key={row.id} className="flex items-center gap-3 py-2.5">
              {children(row)}
            </li>
          ))}
        </ul>
      )}
      {again ? <ReadFault loaded={again} className="py-3" /> : more}
    </div>
  )
}

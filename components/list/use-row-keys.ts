'use client'

import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RowSheet } from './row-sheet'
import { useSingleKeys } from './use-single-keys'

/** What the keyboard does with rows that can be chosen. */
interface Choosing {
  toggle: (id: string) => void
  choose: (ids: readonly string[]) => void
  clear: () => void
}

/** The page whose rows have just gone with the focus in one of them: stepping back from a page that is none any more draws it anew. */
let lostOn: string | undefined

/**
 * The keyboard among the rows of a list: one stop for Tab; arrows, Home and End walk, up to the heads that sort too, and an open
 * sheet follows. Space chooses a row, arrows with Shift those that they walk over, Escape none. What had
 * the focus may go with its row: then the row in its place has it.
 */
export function useRowKeys(ids: readonly string[], sheet: RowSheet | undefined, choose?: Choosing) {
  const box = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useState<{ id: string; at: number }>()
  const isHere = chosen !== undefined && ids.includes(chosen.id)
  const inPlace = chosen === undefined ? ids[0] : ids[Math.min(chosen.at, ids.length - 1)]
  const active = isHere ? chosen.id : inPlace
  const had = useRef(false)
  const { opened } = sheet ?? {}
  const [seen, setSeen] = useState<string>()
  /** The rows whose sheets the keys have asked for, in order, until they have come: some come at once with the next. */
  const [asked, setAsked] = useState<readonly string[]>([])
  if (opened !== seen) {
    setSeen(opened)
    const at = opened === undefined ? -1 : asked.indexOf(opened)
    setAsked(asked.slice(at < 0 ? asked.length : at + 1))
    // A sheet that something else opened: the keys mean its row.
    if (opened !== undefined && at < 0) setChosen({ id: opened, at: Math.max(0, ids.indexOf(opened)) })
  }
  /** The sheet is of a record that is not among the rows: the keys mean none of these. */
  const isElsewhere = opened !== undefined && !ids.includes(opened)

  const rest = () =>
    box.current?.querySelector<HTMLElement>('a[data-rest]') ?? (ids.length === 0 ? box.current : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other rows show.
  useEffect(() => {
    if (!had.current || document.activeElement !== document.body) return
    had.current = false
    rest()?.focus()
  }, [ids.join()])

  const focusAnew = useEffectEvent(() => rest()?.focus())
  useEffect(() => {
    const page = window.location.pathname
    const isBare = () => document.activeElement === document.body
    if (lostOn === page && isBare()) focusAnew()
    lostOn = undefined
    return () => {
      lostOn = had.current && isBare() ? page : undefined
    }
  }, [])

  const rowOf = (id: string) => box.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`)
  const goTo = (at: number) => {
    const id = ids[at]
    const link = id === undefined ? null : rowOf(id)?.querySelector<HTMLElement>('[data-row-link]')
    if (id === undefined || !link) return false
    // Below a sheet that covers the list nothing takes the focus.
    setChosen({ id, at })
    link.focus()
    if (opened !== undefined) setAsked(id === opened ? [] : [...asked, id])
    if (opened !== undefined) sheet?.open(id)
    return true
  }
  /** From wherever the focus is the first press leads to the row, and the next ones on from there. */
  const step = (by: number) => {
    const at = ids.indexOf(active ?? '')
    const isThere = box.current?.contains(document.activeElement) || opened === active
    return goTo(isThere ? Math.min(Math.max(at + by, 0), ids.length - 1) : at)
  }
  useSingleKeys({
    j: () => step(1),
    k: () => step(-1),
    e: () => {
      const edit =
        active === undefined || isElsewhere ? null : rowOf(active)?.querySelector<HTMLElement>('[data-edit]')
      edit?.click()
      return Boolean(edit)
    },
    x: () => {
      if (active === undefined || isElsewhere || choose === undefined) return false
      choose.toggle(active)
    },
  })
  /** Whether the key was one for rows that can be chosen. */
  const chooses = (event: KeyboardEvent<HTMLElement>, id: string) => {
    if (choose && event.key === ' ') choose.toggle(id)
    else if (choose && event.key === 'Escape' && opened === undefined) choose.clear()
    else return false
    event.preventDefault()
    return true
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event
    if (!(target instanceof HTMLElement) || target.dataset.rowLink === undefined) return
    if (event.ctrlKey || event.metaKey || event.altKey || active === undefined) return
    if (chooses(event, active)) return
    const at = ids.indexOf(active)
    const steps: Record<string, number> = {
      ArrowDown: Math.min(at + 1, ids.length - 1),
      ArrowUp: Math.max(at - 1, 0),
      Home: 0,
      End: ids.length - 1,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    if (event.shiftKey) choose?.choose(ids.slice(Math.min(at, next), Math.max(at, next) + 1))
    const head =
      event.key === 'ArrowUp' && at === 0 ? box.current?.querySelector<HTMLElement>('[data-head]') : null
    if (head) head.focus()
    else goTo(next)
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const id = event.target.closest('tr')?.dataset.id
    had.current = id !== undefined
    if (id !== undefined) setChosen({ id, at: ids.indexOf(id) })
  }
  return { box, active, onKeyDown, onFocus }
}

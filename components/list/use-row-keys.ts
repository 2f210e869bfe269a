'use client'

import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { RowSheet } from './row-sheet'

/**
 * The keyboard among the rows of a list: one stop for Tab, arrows, Home and End walk, and an open sheet follows. What had
 * the focus may go with its row: then the row in its place has it.
 */
export function useRowKeys(ids: readonly string[], sheet: RowSheet | undefined) {
  const box = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useState<{ id: string; at: number }>()
  const isHere = chosen !== undefined && ids.includes(chosen.id)
  const inPlace = chosen === undefined ? ids[0] : ids[Math.min(chosen.at, ids.length - 1)]
  const active = isHere ? chosen.id : inPlace
  const had = useRef(false)

  const rest = () =>
    box.current?.querySelector<HTMLElement>('a[data-rest]') ?? (ids.length === 0 ? box.current : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other rows show.
  useEffect(() => {
    if (!had.current || document.activeElement !== document.body) return
    had.current = false
    rest()?.focus()
  }, [ids.join()])

  const goTo = (at: number) => {
    const id = ids[at]
    if (id === undefined) return
    const row = box.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`)
    row?.querySelector<HTMLElement>('[data-row-link]')?.focus()
    if (sheet?.opened !== undefined) sheet.open(id)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event
    if (!(target instanceof HTMLElement) || target.dataset.rowLink === undefined) return
    const at = ids.indexOf(active ?? '')
    const steps: Record<string, number> = {
      ArrowDown: Math.min(at + 1, ids.length - 1),
      ArrowUp: Math.max(at - 1, 0),
      Home: 0,
      End: ids.length - 1,
    }
    const next = steps[event.key]
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    goTo(next)
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const id = event.target.closest('tr')?.dataset.id
    had.current = id !== undefined
    if (id !== undefined) setChosen({ id, at: ids.indexOf(id) })
  }
  return { box, active, onKeyDown, onFocus }
}

'use client'

import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import type { MenuEntry } from '#lib/menu-entry'
import { RailButton } from './menu-rows'

interface Props {
  entry: MenuEntry
  within: boolean
  /** Opens the whole menu at this folder. */
  onExpand: () => void
  /** Its entries. */
  children: ReactNode
}

/** Milliseconds in which the pointer may cross from the icon to what flew out of it. */
const grace = 160

/** A folder of the collapsed menu: its entries fly out under the pointer and at the keyboard's focus. */
export function RailFolder({ entry, within, onExpand, children }: Props) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLLIElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = () => {
    clearTimeout(timer.current)
    const from = place.current?.getBoundingClientRect()
    if (panel.current === null || from === undefined || panel.current.matches(':popover-open')) return
    panel.current.showPopover()
    const lowest = document.documentElement.clientHeight - panel.current.offsetHeight - 8
    panel.current.style.left = `${from.right + 6}px`
    panel.current.style.top = `${Math.max(8, Math.min(from.top - 6, lowest))}px`
    setOpen(true)
  }
  const hide = () => {
    clearTimeout(timer.current)
    if (panel.current?.matches(':popover-open')) panel.current.hidePopover()
    setOpen(false)
  }
  const byMouse = (act: () => void) => (event: PointerEvent) => event.pointerType === 'mouse' && act()
  const onKey = (event: KeyboardEvent) => {
    const button = place.current?.querySelector('button')
    if (event.key === 'Escape' || event.key === 'ArrowLeft') {
      // It closes alone.
      if (open) event.preventDefault()
      button?.focus()
      hide()
    } else if (event.key === 'ArrowRight') {
      event.preventDefault()
      show()
      panel.current?.querySelector<HTMLElement>('a, button')?.focus()
    }
  }
  return (
    <li
      ref={place}
      onPointerEnter={byMouse(show)}
      onPointerLeave={byMouse(() => {
        timer.current = setTimeout(hide, grace)
      })}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && hide()}
      onKeyDown={onKey}
      onClick={({ target }) => target instanceof Node && panel.current?.contains(target) && hide()}
    >
      <RailButton entry={entry} open={open} within={within} onFocus={show} onPress={onExpand} />
      <div
        ref={panel}
        popover="manual"
        className="fixed m-0 max-h-[calc(100dvh-16px)] w-[200px] overflow-y-auto rounded-lg border border-line-strong bg-raised p-1.5 text-ink shadow-overlay [&_a]:before:hidden"
      >
        <p aria-hidden className="truncate px-2 pt-1 pb-1.5 text-faint text-xs">
          {entry.title}
        </p>
        {children}
      </div>
    </li>
  )
}

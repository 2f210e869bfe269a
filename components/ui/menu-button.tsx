'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export interface MenuItem {
  key: string
  text: string
  icon?: ReactNode
  lang?: string
  /** The name of an item whose words stand in many menus. */
  label?: string
  checked?: boolean
  danger?: boolean
  /** Why it cannot be picked, told on hover and to screen readers; the arrows reach it all the same. */
  reason?: string
  /** Leads to more of why it cannot be picked. */
  onReason?: (() => void) | undefined
  onPick: () => void
}

const plain = { role: 'menuitem' } as const

interface Props {
  label: string
  items: readonly MenuItem[]
  /** Only a mark, for rows of a table. */
  small?: boolean
  tabIndex?: number
  /** Its look, where it is another. */
  className?: string
  children: ReactNode
}

/** Pixels between button, menu and the window's edges. */
const gap = 4

/** Below the button, above it where there is no room; it lies above everything, so that no table cuts it off. */
function placeBeside(menu: HTMLElement, button: HTMLElement): void {
  const place = button.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const below = place.bottom + gap
  const fits = below + menu.offsetHeight <= clientHeight - gap
  menu.style.top = `${fits ? below : Math.max(gap, place.top - gap - menu.offsetHeight)}px`
  menu.style.left = `${Math.max(gap, Math.min(place.right, clientWidth - gap) - menu.offsetWidth)}px`
}

/** A button with a menu, after the ARIA authoring practices: arrows, Home, End, first letters, Escape, Tab. */
export function MenuButton({ label, items, small = false, tabIndex, className, children }: Props) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const entries = () => Array.from(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])

  useEffect(() => {
    // The outside world: a press anywhere else closes the menu, and so does what takes its button out of sight.
    if (!open) return
    const close = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    const follow = () => {
      if (menu.current === null || button.current === null) return
      const { top, bottom } = button.current.getBoundingClientRect()
      if (bottom < 0 || top > document.documentElement.clientHeight) setOpen(false)
      else placeBeside(menu.current, button.current)
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('pointerdown', close, { signal })
    window.addEventListener('scroll', follow, { capture: true, signal })
    window.addEventListener('resize', follow, { signal })
    return () => listening.abort()
  }, [open])

  const openAt = (index: number) => {
    // At once: a key that is pressed right after it is the menu's.
    flushSync(() => setOpen(true))
    entries().at(index)?.focus({ preventScroll: true })
  }
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onMenuKey = (event: KeyboardEvent) => {
    // What stands around it has keys of its own.
    event.stopPropagation()
    const list = entries()
    const at = list.indexOf(document.activeElement as HTMLElement)
    const target = nextEntry(event.key, list, at)
    if (target !== undefined) {
      event.preventDefault()
      target.focus()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      close()
    } else if (event.key === 'Tab') setOpen(false)
  }
  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        title={small ? label : undefined}
        tabIndex={tabIndex}
        onClick={() => (open ? setOpen(false) : openAt(0))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          event.stopPropagation()
          openAt(event.key === 'ArrowDown' ? 0 : -1)
        }}
        className={
          className ??
          `flex items-center justify-center gap-1.5 whitespace-nowrap rounded-md text-base text-soft transition-colors hover:bg-hover hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink ${small ? 'size-7' : 'h-8 px-2'}`
        }
      >
        {children}
      </button>
      {open && (
        <div
          id={id}
          ref={(opened) => {
            menu.current = opened
            if (opened === null || button.current === null || opened.matches(':popover-open')) return
            opened.showPopover()
            placeBeside(opened, button.current)
          }}
          popover="manual"
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onMenuKey}
          className="fixed m-0 min-w-44 rounded-lg border border-line-strong bg-raised p-1 text-ink shadow-overlay"
        >
          {items.map((item) => (
            <button
              key={item.key}
              type="button"
              {...(item.checked === undefined
                ? plain
                : { role: 'menuitemradio', 'aria-checked': item.checked })}
              lang={item.lang}
              aria-label={item.label}
              aria-disabled={item.reason !== undefined || undefined}
              title={item.reason}
              tabIndex={-1}
              onClick={() => {
                const pick = item.reason === undefined ? item.onPick : item.onReason
                if (pick === undefined) return
                close()
                pick()
              }}
              className={`flex h-8 w-full items-center gap-2 whitespace-nowrap rounded-md px-2 text-left text-base text-ink hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2 aria-checked:font-medium aria-checked:text-accent-ink aria-disabled:cursor-not-allowed aria-disabled:text-faint ${item.danger ? 'text-danger!' : ''}`}
            >
              {item.icon}
              {item.text}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function nextEntry(key: string, list: HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return list[(at + 1) % list.length]
    case 'ArrowUp':
      return list.at(at - 1)
    case 'Home':
      return list[0]
    case 'End':
      return list.at(-1)
    default: {
      if (key.length !== 1) return undefined
      const order = [...list.slice(at + 1), ...list.slice(0, at + 1)]
      return order.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
    }
  }
}

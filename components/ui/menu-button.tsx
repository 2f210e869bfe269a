'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export interface MenuItem {
  key: string
  text: string
  icon?: ReactNode
  lang?: string
  checked?: boolean
  onPick: () => void
}

const plain = { role: 'menuitem' } as const

interface Props {
  label: string
  items: readonly MenuItem[]
  children: ReactNode
}

/** A button with a menu, after the ARIA authoring practices: arrows, Home, End, first letters, Escape, Tab. */
export function MenuButton({ label, items, children }: Props) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const entries = () => Array.from(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])

  useEffect(() => {
    // The outside world: a press anywhere else closes the menu.
    if (!open) return
    const close = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [open])

  const openAt = (index: number) => {
    // At once: a key that is pressed right after it is the menu's.
    flushSync(() => setOpen(true))
    entries().at(index)?.focus()
  }
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onMenuKey = (event: KeyboardEvent) => {
    const list = entries()
    const at = list.indexOf(document.activeElement as HTMLElement)
    const target = nextEntry(event.key, list, at)
    if (target !== undefined) {
      event.preventDefault()
      target.focus()
    } else if (event.key === 'Escape') close()
    else if (event.key === 'Tab') setOpen(false)
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
        onClick={() => (open ? setOpen(false) : openAt(0))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          openAt(event.key === 'ArrowDown' ? 0 : -1)
        }}
        className="flex h-8 items-center gap-1.5 whitespace-nowrap rounded-md px-2 text-base text-soft hover:bg-hover hover:text-ink aria-expanded:bg-press"
      >
        {children}
      </button>
      {open && (
        <div
          id={id}
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onMenuKey}
          className="absolute top-full right-0 z-30 mt-1 min-w-[168px] rounded-lg border border-line-strong bg-raised p-1.5 shadow-overlay"
        >
          {items.map((item) => (
            <button
              key={item.key}
              type="button"
              {...(item.checked === undefined
                ? plain
                : { role: 'menuitemradio', 'aria-checked': item.checked })}
              lang={item.lang}
              tabIndex={-1}
              onClick={() => {
                close()
                item.onPick()
              }}
              className="flex h-8 w-full items-center gap-2 whitespace-nowrap rounded-sm px-2 text-left text-base text-ink hover:bg-hover focus-visible:bg-hover focus-visible:-outline-offset-2 aria-checked:font-medium aria-checked:text-accent-ink"
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

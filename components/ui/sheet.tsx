'use client'

import { X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { composes, modal, openPopover } from './modal'

interface Props {
  title: string
  /** Beside the title: a code, an account. */
  note?: string
  closeLabel: string
  /** Buttons before the one that closes. */
  tools?: ReactNode
  onClose: () => void
  /** What has the focus afterwards, where what had it before is gone. */
  rest: () => HTMLElement | null | undefined
  children: ReactNode
}

/**
 * What stands beside a list about one of its rows. From 1280 px the list moves over; below, it lies on top; on phones it
 * is the page. It takes no focus from a page that has just come, and gives it back when it closes; Escape closes it, and
 * so does a focus that it would cover.
 */
export function Sheet({ title, note, closeLabel, tools, onClose, rest, children }: Props) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const close = useEffectEvent(onClose)
  const restNow = useEffectEvent(rest)

  useEffect(() => {
    const before = document.activeElement
    // Safari gives what is pressed no focus.
    const isAsked = (before !== null && before !== document.body) || navigator.userActivation.hasBeenActive
    if (isAsked) heading.current?.focus({ preventScroll: true })
    const sheet = heading.current?.closest('[role="dialog"]')
    return () => {
      const now = document.activeElement
      const isElsewhere = now !== null && now !== document.body && !sheet?.contains(now)
      if (isElsewhere) return
      const target =
        before instanceof HTMLElement && before.isConnected && before.matches('a, button')
          ? before
          : restNow()
      target?.focus()
    }
  }, [])
  useEffect(() => {
    // The outside world: the keyboard closes it, wherever the focus is; what lies above it comes first.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || composes(event)) return
      if (document.querySelector(`${modal}, ${openPopover}`) === null) close()
    }
    const onFocus = ({ target }: FocusEvent) => {
      const sheet = heading.current?.closest('[role="dialog"]')
      if (!sheet?.parentElement?.contains(target as Node) || sheet.contains(target as Node)) return
      const isOver = getComputedStyle(sheet).position === 'fixed'
      const { left } = (target as Element).getBoundingClientRect()
      if (isOver && left >= sheet.getBoundingClientRect().left) close()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('focusin', onFocus)
    }
  }, [])
  return (
    <div
      role="dialog"
      aria-labelledby={id}
      className="sheet col-start-2 row-span-full row-start-1 flex min-h-0 flex-col border-line border-l bg-surface"
    >
      <div className="flex min-h-15 shrink-0 items-center gap-2 border-line border-b py-2 pr-3 pl-5">
        <div className="min-w-0 flex-1">
          <h2 id={id} ref={heading} tabIndex={-1} className="truncate rounded-sm font-semibold text-lg">
            {title}
          </h2>
          {note && <p className="truncate font-mono text-base text-faint">{note}</p>}
        </div>
        {tools}
        <button
          type="button"
          aria-label={closeLabel}
          title={closeLabel}
          onClick={onClose}
          className="grid size-8 shrink-0 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
      <div className="min-h-0 flex-1 space-y-5 overflow-y-auto overscroll-contain px-5 py-4">{children}</div>
    </div>
  )
}

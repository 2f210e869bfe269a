'use client'

import { type ReactNode, useId, useRef } from 'react'

interface Props {
  /** What it means, told on hover and focus. */
  reason: string
  /** The name of a mark without words. */
  label?: string
  tabIndex?: number
  children: ReactNode
}

/** A mark that says why it is there. The note stands above everything, so that no table cuts it off. */
export function Explained({ reason, label, tabIndex, children }: Props) {
  const id = useId()
  const mark = useRef<HTMLButtonElement>(null)
  const note = useRef<HTMLSpanElement>(null)

  const show = () => {
    const place = mark.current?.getBoundingClientRect()
    if (note.current === null || place === undefined || note.current.matches(':popover-open')) return
    note.current.showPopover()
    const room = document.documentElement.clientWidth - note.current.offsetWidth - 8
    note.current.style.left = `${Math.max(8, Math.min(place.left, room))}px`
    note.current.style.top = `${place.bottom + 4}px`
  }
  const hide = () => note.current?.hidePopover()
  return (
    <>
      <button
        ref={mark}
        type="button"
        aria-label={label}
        tabIndex={tabIndex}
        aria-describedby={id}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        onClick={show}
        onKeyDown={(event) => event.key === 'Escape' && hide()}
        className="inline-flex min-h-6 min-w-6 shrink-0 justify-center cursor-help items-center rounded-full"
      >
        {children}
      </button>
      <span
        ref={note}
        id={id}
        role="tooltip"
        popover="manual"
        className="fixed m-0 max-w-72 whitespace-normal rounded-md border border-line bg-raised px-3 py-2 text-base text-ink shadow-overlay"
      >
        {reason}
      </span>
    </>
  )
}

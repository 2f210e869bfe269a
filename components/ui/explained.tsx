'use client'

import { type ReactNode, useId, useRef } from 'react'
import { noteLook, placeNote } from './place-note'

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
    if (note.current === null || mark.current === null || note.current.matches(':popover-open')) return
    note.current.showPopover()
    placeNote(note.current, mark.current)
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
      <span ref={note} id={id} role="tooltip" popover="manual" className={noteLook}>
        {reason}
      </span>
    </>
  )
}

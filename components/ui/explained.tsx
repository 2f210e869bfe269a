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

/** Milliseconds in which the pointer may cross to the note. */
const grace = 160

/**
 * A mark that says why it is there. The note stands above everything, so that no table cuts it off; what else closes it is
 * with `ReasonNote`.
 */
export function Explained({ reason, label, tabIndex, children }: Props) {
  const id = useId()
  const mark = useRef<HTMLButtonElement>(null)
  const note = useRef<HTMLSpanElement>(null)

  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = () => {
    // What it left before must not close what is opened now.
    clearTimeout(leaving.current)
    if (note.current === null || mark.current === null || note.current.matches(':popover-open')) return
    note.current.showPopover()
    placeNote(note.current, mark.current)
  }
  const hide = () => note.current?.hidePopover()
  /** A mouse may cross over to the note. */
  const onLeave = () => {
    clearTimeout(leaving.current)
    leaving.current = setTimeout(
      () => [mark, note].some(({ current }) => current?.matches(':hover, :focus-visible')) || hide(),
      grace,
    )
  }
  return (
    <>
      <button
        ref={mark}
        type="button"
        aria-label={label}
        tabIndex={tabIndex}
        aria-describedby={id}
        onPointerEnter={show}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onLeave()}
        onFocus={show}
        onBlur={hide}
        onClick={show}
        className="inline-flex min-h-6 min-w-6 shrink-0 justify-center cursor-help items-center rounded-full"
      >
        {children}
      </button>
      <span ref={note} id={id} role="tooltip" popover="manual" onPointerLeave={onLeave} className={noteLook}>
        {reason}
      </span>
    </>
  )
}

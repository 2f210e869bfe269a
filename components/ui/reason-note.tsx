'use client'

import { useEffect, useRef } from 'react'
import { noteLook, placeNote } from './place-note'

const greyed = '[aria-disabled="true"][title]'

/**
 * Shows why something greyed is so, its `title`, to whoever comes there by keyboard or presses it: a browser shows that to
 * pointers that wait, and to nobody else. Screen readers have it from the `title`.
 */
export function ReasonNote() {
  const note = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // The outside world: whatever of the page the focus is at.
    const hide = () => note.current?.hidePopover()
    /** Those of marks as well: where a press gives no focus, nothing tells them that it has left. */
    const hideAll = () => {
      for (const shown of document.querySelectorAll<HTMLElement>('[role=tooltip]')) shown.hidePopover()
    }
    /** What comes into view with the focus is scrolled there; its note goes along. */
    const follow = () => {
      for (const shown of document.querySelectorAll<HTMLElement>('[role=tooltip]:popover-open')) {
        const mark = document.activeElement
        const isOwn = shown.id !== '' && mark?.getAttribute('aria-describedby')?.split(' ').includes(shown.id)
        if (mark && isOwn) placeNote(shown, mark)
        else shown.hidePopover()
      }
    }
    const show = (target: EventTarget | null, isPress: boolean) => {
      const control = target instanceof Element ? target.closest(greyed) : null
      // Of a control that is gone nobody tells that the focus left it.
      if (note.current === null || control === null) return hide()
      if (!isPress && !control.matches(':focus-visible')) return
      note.current.textContent = control.getAttribute('title')
      note.current.hidePopover()
      note.current.showPopover()
      placeNote(note.current, control)
    }
    const onFocus = ({ target }: FocusEvent) => show(target, false)
    // After what the press itself leads to: where that is a dialog, the focus is there. Safari gives a pressed button none.
    const onPress = ({ target }: MouseEvent) => {
      const before = document.activeElement
      requestAnimationFrame(() => document.activeElement === before && show(target, true))
    }
    const onKey = ({ key }: KeyboardEvent) => (key === 'Escape' ? hideAll() : hide())
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('focusin', onFocus, { signal })
    document.addEventListener('focusout', hide, { signal })
    document.addEventListener('pointerdown', hideAll, { signal })
    document.addEventListener('click', onPress, { signal })
    document.addEventListener('keydown', onKey, { signal })
    window.addEventListener('scroll', follow, { capture: true, signal })
    return () => listening.abort()
  }, [])

  return (
    <div
      ref={note}
      role="tooltip"
      aria-hidden
      popover="manual"
      data-testid="reason"
      className={`pointer-events-none ${noteLook}`}
    />
  )
}

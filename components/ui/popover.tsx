import type { ReactNode, RefObject } from 'react'
import { placePopover } from './place-popover'

interface Props {
  /** Of what the button that opens it names as its `popoverTarget`. */
  id: string
  label: string
  /** What it hangs on. */
  anchor: RefObject<Element | null>
  /** The side of the anchor that it keeps to. */
  side?: 'left' | 'right'
  onOpen?: (() => void) | undefined
  className: string
  children: ReactNode
}

/** A box over the page, at what it hangs on, until somebody presses beside it. It scrolls where it has not the room. */
export function Popover({ id, label, anchor, side = 'right', onOpen, className, children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set is no popover.
    <div
      id={id}
      role="group"
      aria-label={label}
      popover="auto"
      onToggle={(event) => {
        if (event.newState === 'open') onOpen?.()
        placePopover(event, anchor.current, side)
      }}
      className={`fixed m-0 max-w-[calc(100vw-16px)] overflow-y-auto overscroll-contain rounded-lg border border-line-strong bg-raised text-ink shadow-overlay ${className}`}
    >
      {children}
    </div>
  )
}

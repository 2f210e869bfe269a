import type { ToggleEvent } from 'react'

/** Pixels between a popover, what it hangs on, and the window's edges. */
const gap = { anchor: 4, edge: 8 } as const

const placing = new WeakMap<Element, () => void>()

/** For `onToggle`: below what it hangs on, as long as it is open, whatever becomes of the window. @param side of the anchor that it keeps to */
export function placePopover(
  { currentTarget: box, newState }: ToggleEvent<HTMLElement>,
  anchor: Element | null,
  side: 'left' | 'right',
): void {
  const earlier = placing.get(box)
  if (earlier !== undefined) window.removeEventListener('resize', earlier)
  if (newState !== 'open' || anchor === null) return
  const place = () => {
    if (!box.isConnected) return window.removeEventListener('resize', place)
    const { left, right, bottom } = anchor.getBoundingClientRect()
    const wanted = side === 'left' ? left : right - box.offsetWidth
    const room = document.documentElement.clientWidth - box.offsetWidth - gap.edge
    box.style.top = `${bottom + gap.anchor}px`
    box.style.left = `${Math.max(gap.edge, Math.min(wanted, room))}px`
  }
  place()
  placing.set(box, place)
  window.addEventListener('resize', place)
}

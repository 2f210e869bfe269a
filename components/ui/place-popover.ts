import type { ToggleEvent } from 'react'

/** Pixels between a popover, what it hangs on, and the window's edges. */
const gap = { anchor: 4, edge: 8 } as const
/** Pixels of height with which it has enough of itself in sight. */
const enough = 160

const placing = new WeakMap<Element, AbortController>()

/**
 * For `onToggle`: below what it hangs on, or above where a low window has more room, and no higher than that room; over it
 * where neither is enough. So as long as it is open, whatever becomes of window and page. @param side of the anchor that it
 * keeps to
 */
export function placePopover(
  { currentTarget: box, newState }: ToggleEvent<HTMLElement>,
  anchor: Element | null,
  side: 'left' | 'right',
): void {
  placing.get(box)?.abort()
  if (newState !== 'open' || anchor === null) return
  const shown = new AbortController()
  const place = () => {
    if (!box.isConnected) return shown.abort()
    const { left, right, top, bottom } = anchor.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    const below = clientHeight - bottom - gap.anchor - gap.edge
    const above = top - gap.anchor - gap.edge
    const isAbove = below < Math.min(enough, above)
    const beside = gap.anchor + (isAbove ? clientHeight - top : bottom)
    const least = Math.min(enough, box.scrollHeight)
    const start = Math.max(gap.edge, Math.min(beside, clientHeight - gap.edge - least))
    box.style.top = isAbove ? 'auto' : `${start}px`
    box.style.bottom = isAbove ? `${start}px` : 'auto'
    box.style.maxHeight = `${clientHeight - start - gap.edge}px`
    const wanted = side === 'left' ? left : right - box.offsetWidth
    const room = clientWidth - box.offsetWidth - gap.edge
    box.style.left = `${Math.max(gap.edge, Math.min(wanted, room))}px`
  }
  placing.set(box, shown)
  // Its content may come later; it tells of what there is at first, too.
  const observer = new ResizeObserver(place)
  observer.observe(box)
  shown.signal.addEventListener('abort', () => observer.disconnect())
  window.addEventListener('resize', place, { signal: shown.signal })
  window.addEventListener('scroll', place, { signal: shown.signal, capture: true })
}

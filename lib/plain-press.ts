import type { MouseEvent } from 'react'

/** Whether a press of a link is for this window; any other is the browser's: a tab or window of its own, a download. */
export function isPlainPress(
  event: Readonly<Record<'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey', boolean> & { button: number }>,
): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}

/** For a link whose press does something here, and leads there in a tab of its own. */
export function onPlainPress(go: () => void) {
  return (event: MouseEvent) => {
    if (!isPlainPress(event)) return
    event.preventDefault()
    go()
  }
}

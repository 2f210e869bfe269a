/** A `ref` of what may be taken away with the focus in it: whatever `next` finds has that then. */
export const handsOn =
  (next: (gone: Element) => Element | null | undefined) => (gone: Element | null) => () => {
    if (gone?.contains(document.activeElement)) focus(next(gone))
  }

/** To the dialog or the page that it stood in. */
export const handsOnToPage = handsOn(around)

/** For `click`: the same of a toast, which is gone as soon as it was pressed. */
export function keepFocus({ target }: Event): void {
  requestAnimationFrame(() => {
    const isGone = target instanceof Element && !target.isConnected && target.closest('[data-toast]')
    if (isGone && document.activeElement === document.body) focus(around(target))
  })
}

/** For `keydown`: Enter that is held down presses once, and not what that press has led to. */
export function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

/** What lies over the page, each by itself. */
const layers = '[role="menu"], [role="dialog"], [role="alertdialog"], [popover], section[aria-live]'
const layerOf = (target: EventTarget | null) => (target instanceof Element ? target.closest(layers) : null)
let pressed: Element | null = null

/**
 * For `click`, before all others: the second press of a double click is none of what lay below what the first has closed,
 * nor of what the first has opened.
 */
export function pressInPlace(event: MouseEvent): void {
  const layer = layerOf(event.target)
  if (event.detail < 2) pressed = layer
  if (layer === pressed) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

function around(gone: Element): Element | null {
  return (
    gone.closest('[role="dialog"]')?.querySelector('h2') ??
    document.querySelector('[data-rest]') ??
    document.querySelector('#content')
  )
}

function focus(element: Element | null | undefined): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}

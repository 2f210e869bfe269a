/** A `ref` of what may be taken away with the focus in it: whatever `next` finds has that then. */
export const handsOn =
  (next: (gone: HTMLElement) => Element | null | undefined) => (gone: HTMLElement | null) => () => {
    if (!gone?.contains(document.activeElement)) return
    const target = next(gone)
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }

/** To the dialog or the page that it stood in. */
export const handsOnToPage = handsOn(
  (gone) =>
    gone.closest('[role="dialog"]')?.querySelector('h2') ??
    document.querySelector('[data-rest]') ??
    document.querySelector('#content'),
)

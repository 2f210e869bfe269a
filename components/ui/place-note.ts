/** How a note looks that says why something is as it is, in the top layer. */
export const noteLook =
  'fixed m-0 max-w-72 whitespace-normal rounded-md border border-line bg-raised px-3 py-2 text-base text-ink shadow-overlay'

/** Puts a note that shows below what it is about, or above that where the window ends. */
export function placeNote(note: HTMLElement, about: Element): void {
  const { left, top, bottom } = about.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const { offsetWidth, offsetHeight, style } = note
  const fits = bottom + offsetHeight + 12 <= clientHeight
  style.left = `${Math.max(8, Math.min(left, clientWidth - offsetWidth - 8))}px`
  style.top = `${fits ? bottom + 4 : Math.max(8, top - offsetHeight - 4)}px`
}

import { observerOf } from './shown-observers'

/** Characters of a title that are shown. */
const longest = 100

/**
 * Hears of the names that a page gives itself as in a window of its own, by the title of its document. What it came with is
 * the build's, and of no page.
 */
export function watchTitle(shown: Document, onTitle: (title: string) => void): void {
  let known = shown.title
  const tell = () => {
    if (shown.title === known) return
    known = shown.title
    if (known !== '') onTitle(known.slice(0, longest))
  }
  // It goes with its document.
  const { defaultView: view, head } = shown
  if (view) observerOf(view, tell).observe(head, { subtree: true, childList: true, characterData: true })
}

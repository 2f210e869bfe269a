const key = 'viewing'

/** As whom this page is seen; nothing where it is one's own. */
let viewed: string | undefined

/** The page is seen as somebody else. Kept for the tab's next page, which may be one's own again. */
export function noteView(name: string): void {
  viewed = name
  try {
    window.sessionStorage.setItem(key, name)
  } catch {
    // Closed: nothing is told when the view ends.
  }
}

export function isViewing(): boolean {
  return viewed !== undefined
}

/** As whom the tab's pages were seen up to now, told once. */
export function takeEndedView(): string | undefined {
  viewed = undefined
  try {
    const name = window.sessionStorage.getItem(key) ?? undefined
    window.sessionStorage.removeItem(key)
    return name
  } catch {
    return undefined
  }
}

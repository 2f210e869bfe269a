/**
 * Browsers leave the keys with a page that is hidden while it has the focus (by Back, or by a way on that it goes itself):
 * what somebody types would go into what nobody sees. `hide` takes it from the page, `show` gives it back where it was.
 */
export function keepFocus(frameIn: () => HTMLIFrameElement | null | undefined) {
  let had: HTMLElement | null | undefined
  return {
    hide() {
      const frame = frameIn()
      if (!frame || document.activeElement !== frame) return
      had = frame.contentDocument?.activeElement as HTMLElement | null | undefined
      // The frame's element would let go of it, the window within would not.
      window.focus()
    },
    show() {
      // Whoever is elsewhere in the shell by now stays there.
      const isFree = (document.activeElement ?? document.body) === document.body
      if (!isFree || !had) return
      frameIn()?.focus()
      had.focus({ preventScroll: true })
      had = undefined
    },
  }
}

import type { FrameWindow } from './shown-window'

/** An address that a page names, as in a window of its own, where no base but the page's own counts. */
export function addressIn(frame: FrameWindow, given: string): URL {
  const base = frame.__WUJIE.document?.querySelector('base[href]')
  return new URL(given, new URL(base?.getAttribute('href') ?? '', frame.location.href))
}

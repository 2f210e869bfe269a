import type { FrameWindow } from './frame-window'

/** An address that a page names, as in a window of its own, where no base but the page's own counts. */
export function addressIn(frame: FrameWindow, given: string): URL {
  // Every link is asked so; browsers know where the bases are.
  for (const base of frame.__WUJIE.document?.getElementsByTagName('base') ?? []) {
    const address = base.getAttribute('href')
    if (address !== null) return new URL(given, new URL(address, frame.location.href))
  }
  return new URL(given, frame.location.href)
}

/** What a page's document says of its address, by which routers resolve what they are given. */
export function tellAddress(frame: FrameWindow): void {
  const says = (name: 'URL' | 'documentURI' | 'baseURI', get: () => string) =>
    Object.defineProperty(frame.document, name, { configurable: true, get })
  says('URL', () => frame.location.href)
  says('documentURI', () => frame.location.href)
  says('baseURI', () => addressIn(frame, '').href)
}

/** What the page's own query says stays letter for letter. */
export function addParameter(url: URL, name: string, value: string): void {
  url.search += `${url.search === '' ? '?' : '&'}${name}=${encodeURIComponent(value)}`
}

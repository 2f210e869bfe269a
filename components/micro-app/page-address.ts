import type { FrameWindow } from './frame-window'

const folders = new WeakMap<Window, () => string>()
/** What addresses of a frame's page start from, where that is not its own address. */
export const startFrom = (frame: Window, folder: () => string) => void folders.set(frame, folder)

/** An address that a page names, as in a window of its own, where no base but the page's own counts. */
export function addressIn(frame: FrameWindow, given: string): URL {
  // `#x` and `?a=1` are added to where it is.
  return new URL(given, baseOf(frame, /^(?:[?#]|$)/.test(given) ? frame.location.href : folderOf(frame)))
}

const folderOf = (frame: FrameWindow) => folders.get(frame)?.() ?? frame.location.href

function baseOf(frame: FrameWindow, otherwise: string): string {
  // Every link is asked so; browsers know where the bases are.
  for (const base of frame.__WUJIE.document?.getElementsByTagName('base') ?? []) {
    const address = base.getAttribute('href')
    if (address !== null) return new URL(address, folderOf(frame)).href
  }
  return otherwise
}

/** What a page's document says of its address, by which routers resolve what they are given. */
export function tellAddress(frame: FrameWindow): void {
  const says = (name: 'URL' | 'documentURI' | 'baseURI', get: () => string) =>
    Object.defineProperty(frame.document, name, { configurable: true, get })
  says('URL', () => frame.location.href)
  says('documentURI', () => frame.location.href)
  says('baseURI', () => baseOf(frame, folderOf(frame)))
}

/** What the page's own query says stays letter for letter. */
export function addParameter(url: URL, name: string, value: string): void {
  url.search += `${url.search === '' ? '?' : '&'}${name}=${encodeURIComponent(value)}`
}

/** An address as the console's router spells it, which writes queries in its own way. */
export function spelt(address: string): string {
  const { pathname, searchParams, hash } = new URL(address, window.location.href)
  return `${pathname}?${searchParams}${hash}`
}

import { isPlainPress } from '#lib/plain-press'
import { type Files, fileAddress } from './file-addresses'
import { type FrameWindow, shownWindow } from './frame-window'
import { hearLast } from './heard-last'
import { addressIn } from './page-address'
import { routesOf } from './route-plugin'
import { isCall, isDocument, isHere, isOwn, isPage } from './where-to'

/** Shows an address in another page of the console, if it belongs to one. */
export type PassOn = (shown: string) => boolean

/** A link, an area of a picture, or a link in a drawing. */
interface Link {
  element: Element
  to: URL
  /** A file to save, or for another window. */
  isElsewhere: boolean
}

/** Links that the page does not follow itself: the frame that shows it goes nowhere, and its history is the console's. */
export function followLinks(frame: FrameWindow, files: Files, passOn: PassOn): void {
  const shown = shownWindow(frame)
  if (shown === undefined) return
  // Before the page's own router: one that the console shows elsewhere stays as it is, with what is typed in it.
  const pass = (event: MouseEvent) => {
    const link = linkPressed(event, frame)
    const to = link?.isElsewhere === false && isPage(link.to) ? routesOf(frame)?.shown(link.to) : undefined
    if (to === undefined || !passOn(to)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const follow = (event: MouseEvent) => {
    const link = linkPressed(event, frame)
    if (link === undefined) return
    event.preventDefault()
    const { to, isElsewhere } = link
    if (isElsewhere) pressPlaced(event, link, placeOf(link, frame, files))
    else if (isDocument(to)) openDocument(shown, to, files)
    else if (!isOwn(to) || !isPage(to)) shown.open(to.href, '_blank', isPage(to) ? 'noopener' : '')
    else routesOf(frame)?.follow(to, 'push')
  }
  const hear = (event: MouseEvent) => event.composedPath().some(isLink) && hearLast(event, shown, follow)
  shown.addEventListener(
    'click',
    (event) => {
      pass(event)
      hear(event)
    },
    { capture: true },
  )
  // The middle button's: a window of its own.
  shown.addEventListener('auxclick', (event) => event.button === 1 && hear(event), { capture: true })
  hearDetached(frame, shown, (event) => {
    pass(event)
    follow(event)
  })
}

/** wujie writes the whole address into each link of the page's HTML, as its scripts' document sees it, and one where is none. */
export function keepAddress(link: Element): void {
  if (link.localName !== 'a' || link.parentNode === null) return
  const given = link.getAttribute('href')
  const { href } = link as HTMLAnchorElement
  queueMicrotask(() => {
    if (link.getAttribute('href') !== href) return
    if (given === null) link.removeAttribute('href')
    else Element.prototype.setAttribute.call(link, 'href', given)
  })
}

/** Links that a script presses without showing them: nobody hears of those but the link itself. */
function hearDetached(frame: FrameWindow, shown: FrameWindow, follow: (event: MouseEvent) => void): void {
  for (const { HTMLAnchorElement: kind } of [frame, shown]) {
    const { click, dispatchEvent } = kind.prototype
    const hear = (link: HTMLAnchorElement) => {
      if (link.isConnected) return
      // After whatever its page listens to.
      addListener.call(link, 'click', (event) => follow(event as MouseEvent), { once: true })
    }
    kind.prototype.click = function clickHeard(this: HTMLAnchorElement) {
      hear(this)
      click.call(this)
    }
    kind.prototype.dispatchEvent = function dispatchHeard(this: HTMLAnchorElement, event) {
      if (event.type !== 'click' || !('button' in event)) return dispatchEvent.call(this, event)
      hear(this)
      return dispatchEvent.call(this, cancelable(event as MouseEvent))
    }
  }
}

/** A press that a script made, which browsers follow whatever is said to it (`new MouseEvent('click')`). */
function cancelable(event: MouseEvent): MouseEvent {
  if (event.cancelable) return event
  const { bubbles, composed, detail, button, ctrlKey, shiftKey, altKey, metaKey } = event
  const keys = { ctrlKey, shiftKey, altKey, metaKey }
  return new MouseEvent('click', { ...keys, bubbles, composed, detail, button, cancelable: true })
}
const { addEventListener: addListener, dispatchEvent: dispatch } = EventTarget.prototype

/**
 * A document that came with the build. One of a system is never shown as a page of the console's origin: a PDF has a reader
 * of the browser's own, and whatever else is saved.
 */
export function openDocument(shown: Window, to: URL, files: Files): Window | null {
  const address = fileAddress(to.href, files)
  if (isReport(to)) return shown.open(address, '_blank')
  press(shown.document, address, { download: '' })
  return null
}

const isReport = ({ pathname }: URL) => /\.pdf$/i.test(pathname)

function press(page: Document, address: string, attributes: Record<string, string>, keys = {}): void {
  const link = page.createElement('a')
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value)
  link.href = address
  dispatch.call(link, new MouseEvent('click', { ...keys, bubbles: true, cancelable: true }))
}

/** Where the browser finds what a link leads to. */
function placeOf({ element, to }: Link, frame: FrameWindow, files: Files): string {
  if (!isOwn(to) || isCall(to)) return to.href
  const isFile = element.hasAttribute('download') || isDocument(to)
  return isFile ? fileAddress(to.href, files) : (routesOf(frame)?.shown(to) ?? to.href)
}

/** The same press of the same link, which leads where it means to: a build for the root of its host knows no prefix. */
function pressPlaced(event: MouseEvent, link: Link, address: string): void {
  const { element, to } = link
  const attributes: Record<string, string> = isDocument(to) && !isReport(to) ? { download: '' } : {}
  for (const name of ['target', 'rel', 'download']) {
    const value = element.getAttribute(name)
    if (value !== null) attributes[name] = value
  }
  const { shiftKey, altKey, metaKey, ctrlKey, button } = event
  const isMiddle = button === 1
  const isMac = navigator.platform.startsWith('Mac')
  press(element.ownerDocument, address, attributes, {
    ctrlKey: ctrlKey || (isMiddle && !isMac),
    metaKey: metaKey || (isMiddle && isMac),
    shiftKey,
    altKey,
  })
}

const isLink = (at: EventTarget) => /^(?:a|area)$/.test((at as Element).localName ?? '')

/** The link that this press leads to. */
function linkPressed(event: MouseEvent, frame: FrameWindow): Link | undefined {
  if (event.defaultPrevented || (event.button !== 0 && event.type === 'click')) return undefined
  const element = event.composedPath().find(isLink) as Element | undefined
  const given = element?.getAttribute('href') ?? element?.getAttribute('xlink:href') ?? undefined
  if (element === undefined || given === undefined) return undefined
  const to = addressOf(given, frame)
  if (to === undefined || to.protocol === 'javascript:') return undefined
  const target = element.getAttribute('target')
  const isElsewhere = !isHere(target) || element.hasAttribute('download') || !isPlainPress(event)
  // The browser saves, or shows in another window, what has no place: a `blob:` bears all of it.
  if (isElsewhere && !/^https?:$/.test(to.protocol)) return undefined
  return { element, to, isElsewhere }
}

/** Where a link leads; only behind the `#`, where the page's route is what its script knows. */
export function addressOf(given: string, frame: FrameWindow): URL | undefined {
  try {
    return given.startsWith('#') ? new URL(given, frame.location.href) : addressIn(frame, given)
  } catch {
    return undefined
  }
}

/** What of the console closes at a press elsewhere does so at one in the page. */
export function tellPresses(frame: FrameWindow): void {
  const shown = shownWindow(frame)
  shown?.addEventListener(
    'pointerdown',
    () => shown.frameElement?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })),
    { capture: true },
  )
}

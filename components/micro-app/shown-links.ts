import { isPlainPress } from '#lib/plain-press'
import { basePath } from '#lib/request'
import { type Files, fileAddress } from './file-addresses'
import { addressIn } from './page-address'
import { routesOf } from './route-plugin'
import { type FrameWindow, shownWindow } from './shown-window'

/** Shows an address in another page of the console, if it belongs to one. */
export type PassOn = (shown: string) => boolean

/** A link, an area of a picture, or a link in a drawing. */
interface Link {
  element: Element
  given: string
  to: URL
  /** A file to save, or for another window. */
  isElsewhere: boolean
}

/** Links that the page does not follow itself: the frame that shows it goes nowhere, and its history is the console's. */
export function followLinks(frame: FrameWindow, files: Files, passOn: PassOn): void {
  const shown = shownWindow(frame)
  // Before the page's own router: one that the console shows elsewhere stays as it is, with what is typed in it.
  shown?.addEventListener(
    'click',
    (event) => {
      const link = linkPressed(event, frame)
      const to = link?.isElsewhere === false ? routesOf(frame)?.shown(link.to) : undefined
      if (to === undefined || !passOn(to)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
  const follow = (event: MouseEvent) => {
    const link = linkPressed(event, frame)
    if (link === undefined) return
    event.preventDefault()
    const { given, to, isElsewhere } = link
    const isOurs = to.origin === location.origin
    if (isElsewhere) pressPlaced(event, link, placeOf(link, frame, files))
    else if (!isOurs || isCall(to)) shown?.open(to.href, '_blank', isOurs ? '' : 'noopener')
    else {
      routesOf(frame)?.follow(to, 'push')
      if (given.length > 1) shown?.document.getElementById(decoded(given.slice(1)))?.scrollIntoView()
    }
  }
  shown?.addEventListener('click', follow)
  // The middle button's: a window of its own.
  shown?.addEventListener('auxclick', (event) => event.button === 1 && follow(event))
}

const isCall = (to: URL) => to.pathname.startsWith(`${basePath}/api/`)

/** Where the browser finds what a link leads to. */
function placeOf({ element, to }: Link, frame: FrameWindow, files: Files): string {
  if (to.origin !== location.origin || isCall(to)) return to.href
  return element.hasAttribute('download')
    ? fileAddress(to.href, files)
    : (routesOf(frame)?.shown(to) ?? to.href)
}

/** The same press of the same link, which leads where it means to: a build for the root of its host knows no prefix. */
function pressPlaced(event: MouseEvent, { element }: Link, address: string): void {
  const page = element.ownerDocument
  const placed = page.createElement('a')
  for (const name of ['target', 'rel', 'download']) {
    const value = element.getAttribute(name)
    if (value !== null) placed.setAttribute(name, value)
  }
  placed.href = address
  const { shiftKey, altKey, metaKey, ctrlKey, button } = event
  const isMiddle = button === 1
  const isMac = navigator.platform.startsWith('Mac')
  const keys = {
    ctrlKey: ctrlKey || (isMiddle && !isMac),
    metaKey: metaKey || (isMiddle && isMac),
    shiftKey,
    altKey,
  }
  placed.dispatchEvent(new MouseEvent('click', { ...keys, bubbles: true, cancelable: true }))
}

/** The link that this press leads to. */
function linkPressed(event: MouseEvent, frame: FrameWindow): Link | undefined {
  if (event.defaultPrevented || (event.button !== 0 && event.type === 'click')) return undefined
  const element = event.composedPath().find((at) => /^(?:a|area)$/.test((at as Element).localName ?? '')) as
    | Element
    | undefined
  const given = element?.getAttribute('href') ?? element?.getAttribute('xlink:href') ?? undefined
  if (element === undefined || given === undefined) return undefined
  const to = addressOf(given, frame)
  if (to === undefined || !/^https?:$/.test(to.protocol)) return undefined
  const isHere = ['', '_self', '_top', '_parent'].includes(element.getAttribute('target') ?? '')
  const isElsewhere = !isHere || element.hasAttribute('download') || !isPlainPress(event)
  return { element, given, to, isElsewhere }
}

/** Where a link leads; only behind the `#`, where the page's route is what its script knows. */
function addressOf(given: string, frame: FrameWindow): URL | undefined {
  try {
    return given.startsWith('#') ? new URL(given, frame.location.href) : addressIn(frame, given)
  } catch {
    return undefined
  }
}

function decoded(given: string): string {
  try {
    return decodeURIComponent(given)
  } catch {
    return given
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

import { isPlainPress } from '#lib/plain-press'
import { basePath } from '#lib/request'
import { routesOf } from './route-plugin'
import { type FrameWindow, shownWindow } from './shown-window'

/** Shows an address in another page of the console, if it belongs to one. */
export type PassOn = (shown: string) => boolean

/** Links that the page does not follow itself: the frame that shows it goes nowhere, and its history is the console's. */
export function followLinks(frame: FrameWindow, passOn: PassOn): void {
  const shown = shownWindow(frame)
  // Before the page's own router: one that the console shows elsewhere stays as it is, with what is typed in it.
  shown?.addEventListener(
    'click',
    (event) => {
      const link = linkPressed(event)
      const to = link && routesOf(frame)?.shown(addressOf(link, frame))
      if (to === undefined || !passOn(to)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
  shown?.addEventListener('click', (event) => {
    const link = linkPressed(event)
    if (link === undefined) return
    event.preventDefault()
    const given = link.getAttribute('href') ?? ''
    const to = addressOf(link, frame)
    const isHere = to.origin === location.origin
    if (!isHere || to.pathname.startsWith(`${basePath}/api/`)) {
      shown.open(to.href, '_blank', isHere ? '' : 'noopener')
      return
    }
    routesOf(frame)?.follow(to, 'push')
    if (given.length > 1) shown.document.getElementById(decoded(given.slice(1)))?.scrollIntoView()
  })
}

/** Where a link leads; only behind the `#`, where the page's route is what its script knows. */
function addressOf(link: HTMLAnchorElement, frame: FrameWindow): URL {
  const given = link.getAttribute('href') ?? ''
  return given.startsWith('#') ? new URL(given, frame.location.href) : new URL(link.href)
}

/** The link that this press leads to, in this window. */
function linkPressed(event: MouseEvent): HTMLAnchorElement | undefined {
  if (!isPlainPress(event) || event.defaultPrevented) return undefined
  const link = event.composedPath().find((at) => (at as Element).localName === 'a')
  if (link === undefined || !('href' in link)) return undefined
  const { protocol, target } = link as HTMLAnchorElement
  const isHere =
    ['', '_self', '_top', '_parent'].includes(target) && !(link as HTMLAnchorElement).hasAttribute('download')
  return isHere && /^https?:$/.test(protocol) ? (link as HTMLAnchorElement) : undefined
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

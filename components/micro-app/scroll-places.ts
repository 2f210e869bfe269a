import { type FrameWindow, shownWindow } from './frame-window'
import { noteInEntry } from './history-entry'

/** What a page is scrolled by, from its left and from its top. */
type Place = readonly [left: number, top: number]

/** Milliseconds in which a page may still draw what it is scrolled to. */
const patience = 2000
/** Milliseconds without scrolling after which the place is kept. */
const rest = 150
/** Pixels; browsers round. */
const near = 1

/** By the browser itself, with all that belongs to it: `:target`, anchors that bear a name, and where Tab goes on from. */
export function showFragment(frame: FrameWindow, hash: string): void {
  const shown = shownWindow(frame)
  if (shown === undefined) return
  const to = `${shown.location.href.split('#')[0]}#${hash.slice(1)}`
  // Browsers note nothing where the address stands already; else Back after a reload would load the frame from its address.
  shown.history.replaceState(null, '', to)
  shown.location.replace(to)
}

/** The same of a page that may have to be drawn first. */
export function awaitFragment(frame: FrameWindow, hash: string): void {
  showFragment(frame, hash)
  const page = shownWindow(frame)?.document
  const name = decoded(hash.slice(1))
  const isThere = () => page?.getElementById(name) != null || (page?.getElementsByName(name).length ?? 0) > 0
  if (name === '' || isThere()) return
  atEachPicture(frame, () => {
    if (!isThere()) return false
    showFragment(frame, hash)
    return true
  })
}

/** Shows the part of its page that an entry of the history has shown before, or that a new one names. */
export function showPlace(frame: FrameWindow): void {
  const shown = shownWindow(frame)
  if (shown === undefined) return
  const { hash } = frame.location
  const place = placeIn(window.history.state)
  if (place === undefined) {
    if (hash !== shown.location.hash) awaitFragment(frame, hash)
    return
  }
  const before = placeOf(shown)
  if (hash !== shown.location.hash) showFragment(frame, hash)
  if (frame.history.scrollRestoration === 'manual') scroll(shown, before)
  else stayAt(frame, shown, place)
}

/** Pages that are on their way to a place. */
const staying = new WeakMap<Window, AbortSignal>()

/** Notes it in the entry of the history that the browser shows. */
export function keepPlace(frame: FrameWindow): void {
  const shown = shownWindow(frame)
  // What is not drawn yet is shorter than it was.
  if (shown === undefined || staying.get(shown)?.aborted === false) return
  noteInEntry({ place: placeOf(shown) })
}

/** Hears of a page that has been scrolled; what browsers would do with its places is done here. */
export function watchPlace(shown: Window, onRest: () => void): void {
  let timer: ReturnType<typeof setTimeout>
  shown.history.scrollRestoration = 'manual'
  shown.addEventListener('scroll', () => {
    clearTimeout(timer)
    timer = setTimeout(() => shown.closed || onRest(), rest)
  })
}

function placeIn(state: unknown): Place | undefined {
  const place: unknown = (state as { place?: unknown } | null)?.place
  if (!Array.isArray(place)) return undefined
  const [left = Number.NaN, top = Number.NaN] = place.map(Number)
  return Number.isFinite(left + top) ? [left, top] : undefined
}

const placeOf = ({ scrollX, scrollY }: Window): Place => [scrollX, scrollY]
const scroll = (shown: Window, [left, top]: Place) => shown.scrollTo({ left, top, behavior: 'instant' })

/** What is drawn by and by is not yet as long as it was, and what it takes the place of may be shorter. */
function stayAt(frame: FrameWindow, shown: Window, place: Place): void {
  let known: number | undefined
  const over = atEachPicture(frame, () => {
    const { scrollHeight } = shown.document.documentElement
    const isAtEnd = shown.scrollY + shown.innerHeight >= scrollHeight - near
    const moved = shown.scrollY - (known ?? shown.scrollY)
    // The page itself has gone elsewhere; one that is shorter by now is at its end.
    if (moved > near || (moved < -near && !isAtEnd)) return true
    scroll(shown, place)
    known = shown.scrollY
    return false
  })
  staying.set(shown, over)
}

/** Tries it, until it is done, the page is at another address, or its person does something. */
function atEachPicture(frame: FrameWindow, isDone: () => boolean): AbortSignal {
  const { href } = frame.location
  const end = performance.now() + patience
  const over = new AbortController()
  const { signal } = over
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    shownWindow(frame)?.addEventListener(type, () => over.abort(), { capture: true, passive: true, signal })
  const look = () => {
    if (signal.aborted) return
    if (frame.closed || frame.location.href !== href || performance.now() > end || isDone()) over.abort()
    else window.requestAnimationFrame(look)
  }
  look()
  return signal
}

function decoded(given: string): string {
  try {
    return decodeURIComponent(given)
  } catch {
    return given
  }
}

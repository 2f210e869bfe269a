import { makeListeners } from './listeners'
import { contextText, type Place } from './page-context'

/** What the browser knows of this tab's place and, where the session has moved on in another tab, of that one (EDGE-1). */
export interface Moved {
  own: Place
  /** Where the session is by now. */
  to: Place
  /** Something was refused for it already; before that it is told quietly. */
  refused: boolean
}

let own: Place | undefined
let moved: Moved | undefined
const listeners = makeListeners()

/** The shell says where the page stands as soon as it is alive. */
export function standIn(place: Place): void {
  own = place
  set(undefined)
}

let isOutside = false
/** Until the release, requests of this page state whose they are, and no place: a session that begins has none yet. */
export function standOutside(): () => void {
  isOutside = true
  return () => {
    isOutside = false
  }
}

/** What requests of this page state. */
export function statedContext(): string | undefined {
  return own && contextText(isOutside ? { ...own, orgId: '', systemId: '' } : own)
}

/** The session is there by now; the same place as the tab's own is none to tell of. */
export function sessionIsIn(to: Place, refused: boolean): void {
  if (own === undefined) return
  set(isHere(to) ? undefined : { own, to, refused })
}

/** A page outside any system is bound to its person only. */
export function isHere(place: Place): boolean {
  if (own === undefined || own.userId !== place.userId) return own === undefined
  return own.orgId === '' || (own.orgId === place.orgId && own.systemId === place.systemId)
}

export function movedNow(): Moved | undefined {
  return moved
}

export const onMove = listeners.listen

function set(next: Moved | undefined): void {
  moved = next
  listeners.tell()
}

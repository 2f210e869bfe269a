import { composes, modal, openPopover } from '#components/ui/modal'
import { makeListeners } from '#lib/listeners'
import { keysAreOff, setKeysOff } from '#lib/storage'

/** The keys that do something by themselves, as `KeyboardEvent.key` has them; `docs/accessibility.md` tells of them. */
export type SingleKey = '?' | '/' | 'n' | 'j' | 'k' | 'e' | 'x'

/** Where a letter is one that somebody types. */
const typing =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu], [role=listbox], [role=treegrid] *, [role=tree] *'
/** What lies over the page has its keys for itself. */
const above = `${modal}, ${openPopover}`

/** Whether a key stands alone, and for itself: nobody types, no modifier is held, nothing lies above, and they are on. */
export function isAlone(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || composes(event) || event.repeat) return false
  // Inside of a sub-application the keys are its own.
  const [target] = event.composedPath()
  if (event.defaultPrevented || target !== event.target || keysAreOff()) return false
  if (target instanceof Element && target.closest(typing) !== null) return false
  return document.querySelector(above) === null
}

const listeners = makeListeners()

export function switchKeys(on: boolean): void {
  setKeysOff(!on)
  listeners.tell()
}

export const onKeysSwitched = listeners.listen

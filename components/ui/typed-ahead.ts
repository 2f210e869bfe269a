import { composes, modal } from './modal'

const editable = 'input, textarea, select, [contenteditable]'
/** Milliseconds from the end of one who keeps it to the next, or to who takes it. */
const handover = 100

/** Milliseconds: who waits for longer has their keys again. */
const patience = 3000

/** Of whatever is on its way. */
let typed = ''
let keepers = 0

/** Modifiers, what an input method composes, and what is typed where texts are taken. */
function isElsewhere(event: KeyboardEvent, target: Element): boolean {
  return (
    event.ctrlKey || event.metaKey || event.altKey || composes(event) || target.closest(editable) !== null
  )
}

/**
 * Keeps what somebody types while what they have opened is on its way: it is meant for that, and for nothing here.
 * @param isWithin whether that lies there already, and waits for what fills it
 */
export function keepTyped(isWithin: boolean): () => void {
  const began = document.activeElement
  // Whoever goes elsewhere meanwhile means that; and what lies there already can be closed, too.
  const isForIt = (key: string, target: Element) =>
    isWithin
      ? !(/^(?: |Enter)$/.test(key) && target.closest('button'))
      : document.activeElement === began && document.querySelector(modal) === null
  const keep = (event: KeyboardEvent) => {
    const { key = '' } = event as Partial<KeyboardEvent>
    const target = event.target instanceof Element ? event.target : document.body
    if (isElsewhere(event, target) || !isForIt(key, target)) return
    if (key.length === 1) typed += key
    else if (key === 'Backspace') typed = typed.slice(0, -1)
    else if (key !== 'Enter') return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  keepers += 1
  const over = new AbortController()
  const late = setTimeout(() => over.abort(), patience)
  // Before all others who listen.
  window.addEventListener('keydown', keep, { capture: true, signal: over.signal })
  return () => {
    clearTimeout(late)
    over.abort()
    keepers -= 1
    setTimeout(() => {
      if (keepers === 0) typed = ''
    }, handover)
  }
}

/** Writes what was kept where the focus is now, if that takes a text. */
export function takeTyped(): void {
  const field = document.activeElement
  // While something is still on its way, it is meant for that.
  if (typed === '' || keepers > 0 || !(field instanceof HTMLInputElement)) return
  const text = typed
  typed = ''
  // As if typed: the form hears of it, and it can be undone.
  document.execCommand('insertText', false, text)
}

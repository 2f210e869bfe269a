import { composes, modal } from './modal'

const editable = 'input, textarea, select, [contenteditable]'
/** Milliseconds from the end of one who keeps it to the next, or to who takes it. */
const handover = 100

/** Of whatever is on its way. */
let typed = ''
let keepers = 0

/**
 * Keeps what somebody types while what they have opened is on its way: it is meant for that, and for nothing here.
 * @param isWithin whether that lies there already, and waits for what fills it
 */
export function keepTyped(isWithin: boolean): () => void {
  const keep = (event: KeyboardEvent) => {
    const { key = '' } = event as Partial<KeyboardEvent>
    const target = event.target instanceof Element ? event.target : document.body
    if (event.ctrlKey || event.metaKey || event.altKey || composes(event)) return
    if (target.closest(editable) || (!isWithin && document.querySelector(modal))) return
    // What lies there can be closed, too.
    if (isWithin && /^(?: |Enter)$/.test(key) && target.closest('button')) return
    if (key.length === 1) typed += key
    else if (key === 'Backspace') typed = typed.slice(0, -1)
    else if (key !== 'Enter') return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  keepers += 1
  // Before all others who listen.
  window.addEventListener('keydown', keep, true)
  return () => {
    window.removeEventListener('keydown', keep, true)
    keepers -= 1
    setTimeout(() => {
      if (keepers === 0) typed = ''
    }, handover)
  }
}

/** Writes what was kept where the focus is now, if that takes a text. */
export function takeTyped(): void {
  const field = document.activeElement
  if (typed === '' || !(field instanceof HTMLInputElement)) return
  const text = typed
  typed = ''
  // As if typed: the form hears of it, and it can be undone.
  document.execCommand('insertText', false, text)
}

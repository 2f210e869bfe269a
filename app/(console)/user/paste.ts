import type { ClipboardEvent } from 'react'

/** Whether a paste would not fit into its field: the browser would cut it off without a word. */
export function pastesTooMuch(event: ClipboardEvent<HTMLInputElement>): boolean {
  const { value, selectionStart, selectionEnd, maxLength } = event.currentTarget
  const left = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0))
  // A field of one line drops line breaks by itself.
  const pasted = event.clipboardData.getData('text').replace(/[\r\n]/g, '')
  return left + pasted.length > maxLength
}

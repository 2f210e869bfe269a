/** What lies over the page has its keys for itself. */
export const modal =
  '[role="alertdialog"], [role="dialog"][data-state="open"], [role="dialog"][aria-modal="true"]'
/** What is open over whatever it hangs on, and closes first; a note is no such thing. */
export const openPopover = '[popover]:popover-open:not([role="tooltip"])'
/** Whether a key belongs to an input method: Safari tells that its composition has ended before the key that ended it. */
export function composes({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229
}

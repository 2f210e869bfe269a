/** What lies over the page has its keys for itself. */
export const modal =
  '[role="alertdialog"], [role="dialog"][data-state="open"], [role="dialog"][aria-modal="true"]'
/** What is open over whatever it hangs on, and closes first; a note is no such thing. */
export const openPopover = '[popover]:popover-open:not([role="tooltip"])'

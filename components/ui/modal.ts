/** What lies over the page and has its keys for itself. */
export const modal = '[role="alertdialog"], [role="dialog"][data-state="open"]'

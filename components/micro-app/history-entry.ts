/**
 * Writes a note into the browser's entry of the history. The address stays: the console's router has nothing to do.
 * A module of its own: each page's first load has it, and the places that pages are scrolled to come with a sub-application.
 */
export function noteInEntry(note: object): void {
  History.prototype.replaceState.call(window.history, { ...window.history.state, ...note }, '')
}

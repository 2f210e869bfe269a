import { watch } from 'node:fs'

/** Milliseconds in which changes count as one: an editor writes a file in several steps, a checkout many files. */
const together = 200

/**
 * Calls `onChange` when a file below one of the folders changes, until `signal` aborts: once for changes that come
 * together, and never a second time before the first call is done.
 */
export function watchFolders(folders, onChange, signal) {
  let timer
  let done = Promise.resolve()
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      done = done.then(() => (signal.aborted ? undefined : onChange()))
    }, together)
  }
  for (const folder of folders) watch(folder, { recursive: true, signal }, changed)
  signal.addEventListener('abort', () => clearTimeout(timer))
}

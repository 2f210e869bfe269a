import { makeListeners } from './listeners'

/** Whether the page of a sub-application that shows brings a main part of its own: a page has one, so the shell gives up its own. */
let lent = 0
const listeners = makeListeners()

/** Gives the release. */
export function lendMainPart(): () => void {
  const add = (count: number) => {
    lent += count
    listeners.tell()
  }
  add(1)
  return () => add(-1)
}

export const mainPartIsLent = () => lent > 0

/** Gives the release. */
export const watchMainPart = listeners.listen

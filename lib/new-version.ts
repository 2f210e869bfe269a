import { makeListeners } from './listeners'

/** When the build of the console that answers was made, in milliseconds since 1970; its calls say so in this header. */
export const builtHeader = 'x-built'
/** Of a console that has heard from the platform that it does a write once that comes twice under one key. */
export const repeatsHeader = 'x-repeats'

let isNewer = false
const listeners = makeListeners()

/**
 * Compares the console that answered with the one that this page came from; while they are replaced, both answer in turns.
 * And learns what the console had not heard from the platform when it made the page.
 */
export function heardOf(answer: Response): void {
  const { dataset } = document.documentElement
  if (answer.headers.has(repeatsHeader)) dataset.repeats = 'true'
  const built = Number(answer.headers.get(builtHeader))
  if (isNewer || !(built > Number(dataset.built))) return
  isNewer = true
  listeners.tell()
}

/** Whether a newer console than this page's has answered. */
export const hasNewVersion = (): boolean => isNewer

/** Gives the release. */
export const onNewVersion = listeners.listen

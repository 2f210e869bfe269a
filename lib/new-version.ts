import { makeListeners } from './listeners'

/** When the build of the console that answers was made, in milliseconds since 1970; its calls say so in this header. */
export const builtHeader = 'x-built'

let isNewer = false
const listeners = makeListeners()

/** Compares the console that answered with the one that this page came from; while they are replaced, both answer in turns. */
export function heardOf(answer: Response): void {
  const built = Number(answer.headers.get(builtHeader))
  if (isNewer || !(built > Number(document.documentElement.dataset.built))) return
  isNewer = true
  listeners.tell()
}

/** Whether a newer console than this page's has answered. */
export const hasNewVersion = (): boolean => isNewer

/** Gives the release. */
export const onNewVersion = listeners.listen

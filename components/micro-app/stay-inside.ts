import { basePath } from '#lib/request'

/** Scripts of the console, as a stack names them. */
const ofConsole = `${location.origin}${basePath}/_next/`

interface Navigation extends EventTarget {
  addEventListener: EventTarget['addEventListener']
}
interface NavigateEvent extends Event {
  navigationType: string
  destination: { url: string; sameDocument: boolean }
}

/**
 * A page that finds itself in a frame, and puts its own address in the place of what is around it (`top.location = location`), would
 * load the console anew for ever: it stays where it is. What the console itself does with that address goes on. Gives what ends it.
 */
export function stayInside(frame: Window): () => void {
  const { navigation } = window as unknown as { navigation?: Navigation }
  const ask = (given: Event) => {
    const { cancelable, navigationType, destination } = given as NavigateEvent
    if (!cancelable || destination.sameDocument || navigationType === 'reload') return
    if (destination.url !== frame.location.href) return
    // Nothing else tells whose script the browser asks on account of, and `top` can be given no other meaning. Behind this
    // function stands who called, and behind a page's script who has it run.
    const [, caller] = (new Error('who asks').stack ?? '').split('\n').filter((line) => /:\d+:\d+/.test(line))
    if (caller !== undefined && !caller.includes(ofConsole)) given.preventDefault()
  }
  navigation?.addEventListener('navigate', ask)
  return () => navigation?.removeEventListener('navigate', ask)
}

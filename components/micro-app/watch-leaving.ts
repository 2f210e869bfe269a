import type { plugin as Plugin } from 'wujie'

type Sandboxed = Window & { __WUJIE?: unknown }

/**
 * Hears of a sub-application that sets the address of its own frame (`location.href = …` in a module, `location.assign`,
 * `location.reload`): its code would be gone, and what it has drawn would stand there dead.
 */
export function leavingPlugin(onLeave: (to: string) => void): Plugin {
  return {
    windowPropertyOverride(frame) {
      const element = frame.frameElement as HTMLIFrameElement | null
      // Where the browser has the Navigation API, its code stays, and we learn where it wanted to go.
      const navigation: Navigation | undefined = frame.navigation
      navigation?.addEventListener('navigate', (event) => {
        if (event.destination.sameDocument || event.hashChange || !event.cancelable) return
        event.preventDefault()
        onLeave(event.destination.url)
      })
      element?.addEventListener('load', () => {
        if (!holdsSandbox(element)) onLeave('')
      })
    },
  }
}

/** Another page in its place has none, or is of another origin. */
function holdsSandbox(element: HTMLIFrameElement): boolean {
  try {
    return (element.contentWindow as Sandboxed | null)?.__WUJIE !== undefined
  } catch {
    return false
  }
}

import type { plugin as Plugin } from 'wujie'

type Sandboxed = Window & { __WUJIE?: unknown }

/**
 * Hears of a sub-application whose frame has gone to another page, where the browser did not ask before (`route-plugin.ts`):
 * its code is gone, and what it has drawn would stand there dead.
 */
export function leavingPlugin(onLeave: (to: string) => void): Plugin {
  return {
    windowPropertyOverride(frame) {
      const element = frame.frameElement as HTMLIFrameElement | null
      element?.addEventListener('load', () => {
        if (!holdsSandbox(element)) onLeave('')
      })
    },
  }
}

/** The same of the frame that shows it: what a script has there is gone, and nobody sees that it goes on. */
export function watchShown(shown: Document, onLeave: (to: string) => void): void {
  const element = shown.defaultView?.frameElement as HTMLIFrameElement | null | undefined
  element?.addEventListener('load', () => {
    if (element.contentDocument !== shown) onLeave('')
  })
}

/** Another page in its place has none, or is of another origin. */
function holdsSandbox(element: HTMLIFrameElement): boolean {
  try {
    return (element.contentWindow as Sandboxed | null)?.__WUJIE !== undefined
  } catch {
    return false
  }
}

import { useEffect, useState } from 'react'
import type { MicroFrame } from './micro-frame'

/** Milliseconds after the page is alive. */
const preloadDelay = 500

/**
 * The frame of sub-applications, whose code comes apart from the page's: at once when one is to be shown, a moment after
 * the start where that is likely. No Suspense: React would hold the frame back for 300 ms after its fallback.
 * @param isNeeded it is to be shown now
 * @param isLikely it will be wanted soon
 */
export function useMicroFrame(isNeeded: boolean, isLikely: boolean): typeof MicroFrame | undefined {
  const [frame, setFrame] = useState<{ component: typeof MicroFrame }>()
  const [fault, setFault] = useState<unknown>()
  const isThere = frame !== undefined
  useEffect(() => {
    if (isThere || !(isNeeded || isLikely)) return
    const load = () =>
      import('./micro-frame').then(
        (module) => setFrame({ component: module.MicroFrame }),
        // What is only likely is tried again when it is needed.
        (error: unknown) => isNeeded && setFault(error),
      )
    const timer = setTimeout(load, isNeeded ? 0 : preloadDelay)
    return () => clearTimeout(timer)
  }, [isThere, isNeeded, isLikely])
  if (fault !== undefined) throw fault
  return frame?.component
}

import { useEffect, useEffectEvent } from 'react'
import { sessionBack } from '#lib/session-end'

/** What failed for want of the session is done again once the person is back in it, in place (EDGE-1, EDGE-3). */
export function useSessionBack(again: () => void): void {
  const run = useEffectEvent(again)
  useEffect(() => {
    const onBack = () => run()
    window.addEventListener(sessionBack, onBack)
    return () => window.removeEventListener(sessionBack, onBack)
  }, [])
}

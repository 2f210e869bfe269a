import { useEffect, useRef, useState, useTransition } from 'react'
import type { MicroView } from '#lib/micro-views'
import { isPlainPress } from '#lib/plain-press'
import { linkedPath } from './linked-path'

/**
 * A press of a link to a sub-application's page shows it at once, beside the navigation; the server's answer then moves
 * the address, or says no.
 * @param find the view of an address, without the base path
 * @param visit goes there
 * @returns the view that is on its way to be the address's
 */
export function useOptimisticNavigation(
  find: (path: string) => MicroView | undefined,
  visit: (path: string) => void,
): MicroView | undefined {
  const [target, setTarget] = useState<MicroView>()
  const [isMoving, startMove] = useTransition()
  const latest = useRef({ find, visit })
  latest.current = { find, visit }
  useEffect(() => {
    // The outside world: links stand anywhere in the shell. Before React's own listeners, which then leave it alone.
    const follow = (event: MouseEvent) => {
      const path = isPlainPress(event) ? linkedPath(event.target) : undefined
      const view = path === undefined ? undefined : latest.current.find(path)
      if (path === undefined || view === undefined) return
      event.preventDefault()
      setTarget(view)
      startMove(() => latest.current.visit(path))
    }
    window.addEventListener('click', follow, { capture: true })
    return () => window.removeEventListener('click', follow, { capture: true })
  }, [])
  return isMoving ? target : undefined
}

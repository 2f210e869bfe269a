import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState, useTransition } from 'react'
import type { MicroView } from '#lib/micro-views'
import { isPlainPress } from '#lib/plain-press'
import { basePath } from '#lib/request'

/**
 * A press of a link to a sub-application's page shows it at once, beside the navigation; the server's answer then moves
 * the address, or says no.
 * @param find the view of an address, without the base path
 * @returns the view that is on its way to be the address's
 */
export function useOptimisticNavigation(
  find: (path: string) => MicroView | undefined,
): MicroView | undefined {
  const router = useRouter()
  const [target, setTarget] = useState<MicroView>()
  const [isMoving, startMove] = useTransition()
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    // The outside world: links stand anywhere in the shell. Before React's own listeners, which then leave it alone.
    const follow = (event: MouseEvent) => {
      const path = pathPressed(event)
      const view = path === undefined ? undefined : latest.current(path)
      if (path === undefined || view === undefined) return
      event.preventDefault()
      setTarget(view)
      startMove(() => router.push(path))
    }
    window.addEventListener('click', follow, { capture: true })
    return () => window.removeEventListener('click', follow, { capture: true })
  }, [router])
  return isMoving ? target : undefined
}

/** The path of the console that this press of a link leads to, in this window. */
function pathPressed(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || !isPlainPress(event) || (link.target !== '' && link.target !== '_self'))
    return undefined
  const { origin, pathname, search, hash } = link
  if (origin !== location.origin || !pathname.startsWith(`${basePath}/`)) return undefined
  return pathname.slice(basePath.length) + search + hash
}

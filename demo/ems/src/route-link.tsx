import type { MouseEvent } from 'react'
import { useClient } from './client.ts'

/** A real link to a route of ours: a plain click stays on the page, every other one is the browser's. */
export function RouteLink({ to, children }: { to: string; children: string }) {
  const { route } = useClient()
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    route.push(to)
  }
  return (
    <a className="row-link" href={route.href(to)} onClick={follow}>
      {children}
    </a>
  )
}

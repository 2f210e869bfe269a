import { useEffect, useRef } from 'react'
import { basePath } from '#lib/request'

/**
 * Back and Forward between pages of sub-applications ask the server for nothing: the console draws the same for all of them. An
 * entry that a page made bears what Next drew at the one before; after a reload Next would ask for that, take what the page has
 * noted out of the entry, and draw none of the others any more.
 * @param isOfPage whether an address, without the base path, is of a sub-application's page
 */
export function usePageEntries(path: string, isOfPage: (path: string) => boolean): void {
  const latest = useRef({ isOfPage, isAtPage: false })
  latest.current.isOfPage = isOfPage
  useEffect(() => {
    latest.current.isAtPage = latest.current.isOfPage(path)
  }, [path])
  useEffect(() => {
    const go = (event: PopStateEvent) => {
      const before = latest.current.isAtPage
      latest.current.isAtPage = latest.current.isOfPage(location.pathname.slice(basePath.length))
      if (!before || !latest.current.isAtPage || event.state === null) return
      // Next goes on with what it draws where an entry says nothing else.
      const state = { ...event.state, __PRIVATE_NEXTJS_INTERNALS_TREE: undefined }
      Object.defineProperty(event, 'state', { value: state })
    }
    // The outside world: before Next's own listener.
    window.addEventListener('popstate', go, { capture: true })
    return () => window.removeEventListener('popstate', go, { capture: true })
  }, [])
}

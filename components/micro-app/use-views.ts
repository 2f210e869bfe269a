import { useCallback, useEffect, useRef, useState } from 'react'
import { keepTabs, keptTabs } from '#lib/kept-tabs'
import { closeView, type MicroView, restoredViews, showView, type Views } from '#lib/micro-views'
import { hasUnsavedWork } from './unsaved-work'

const noViews: Views = { tabs: [], used: [] }

interface Given {
  /** The view that the address shows. */
  current: MicroView | undefined
  /** The view of an address, without the base path. */
  find: (path: string) => MicroView | undefined
  /** Whose they are, and where: other people's and other places' are not taken over. */
  owner: string
  /** Opened pages that went, because there are too many; `isOver` where none could go for the work in it. */
  onLimit: (closed: readonly MicroView[], isOver: boolean) => void
}

/** The opened pages of sub-applications, which come back after a reload; each is loaded when it is looked at. */
export function useViews({ current, find, owner, onLimit }: Given) {
  const [views, setViews] = useState(noViews)
  const latest = useRef<Views>(undefined)
  const tools = useRef({ find, onLimit })
  tools.current = { find, onLimit }

  const change = useCallback(
    (next: (before: Views) => Views) => {
      // The outside world: what the browser kept. Not before the first effect, which the server does not run.
      latest.current ??= restoredViews(keptTabs(owner), (path) => tools.current.find(path))
      latest.current = next(latest.current)
      keepTabs(owner, latest.current.tabs)
      setViews(latest.current)
    },
    [owner],
  )

  useEffect(() => {
    change((before) => {
      if (current === undefined) return before
      const next = showView(before, current, hasUnsavedWork)
      const closed = before.tabs.filter((tab) => !next.tabs.some(({ key }) => key === tab.key))
      const isOver = next.isOver && !before.tabs.some(({ key }) => key === current.key)
      if (closed.length > 0 || isOver) tools.current.onLimit(closed, isOver)
      return next
    })
  }, [current, change])

  const close = useCallback((key: string) => change((before) => closeView(before, key)), [change])
  const rename = useCallback(
    (key: string, ownTitle: string) =>
      change((before) => ({
        ...before,
        tabs: before.tabs.map((tab) => (tab.key === key ? { ...tab, ownTitle } : tab)),
      })),
    [change],
  )
  return { views, close, rename }
}

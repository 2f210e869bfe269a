import { useNow } from 'next-intl'
import { useSyncExternalStore } from 'react'

/** Milliseconds between two looks at the clock. */
const minute = 60_000

/** One clock for all that tells how long ago something was. */
const watchers = new Set<() => void>()
let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  now = new Date()
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  if (watchers.size === 0) {
    now = new Date()
    timer = setInterval(tick, minute)
  }
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
    if (watchers.size === 0) clearInterval(timer)
  }
}

/**
 * What is said at a time: first at the moment at which the server drew the page, so that both draw alike; from then on by
 * the clock of this machine. Draws again only where other words come of it.
 */
export function useTold(say: (now: Date) => string): string {
  const drawn = useNow()
  return useSyncExternalStore(
    watch,
    () => say(now),
    () => say(drawn),
  )
}

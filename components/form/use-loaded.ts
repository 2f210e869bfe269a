'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { useCallFault } from '#components/form/use-call-fault'
import { useSessionBack } from './use-session-back'

export type Loaded<Value> =
  | { state: 'loading' }
  | { state: 'failed'; message: string; error: unknown }
  | {
      state: 'ready'
      value: Value
      /** Why reading again failed, and how that was to be read. */
      fault?: { message: string; read: () => Promise<Value> }
    }

interface Renewal<Value> {
  retry: () => void
  /** What was read elsewhere meanwhile takes its place. */
  take: (value: Value) => void
  /** What is there, as it is known to be by now. */
  change: (changed: (value: Value) => Value) => void
  /** Reads again, while what is there stays; it stays when that fails, too. */
  renew: (read: () => Promise<Value>) => Promise<void>
}

/**
 * What a dialog starts from, read when it opens.
 * @param load stable across renders (`useCallback`); runs again when it changes, and on `retry`
 */
export function useLoaded<Value>(load: () => Promise<Value>): Loaded<Value> & Renewal<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const faultText = useCallFault()
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  const newest = useRef(0)
  /** What an older reading answers, once another has begun, is not looked at. */
  const begin = () => {
    newest.current += 1
    const own = newest.current
    return () => newest.current === own
  }
  const renew = async (read: () => Promise<Value>) => {
    const isNewest = begin()
    try {
      const value = await read()
      if (isNewest()) setLoaded({ state: 'ready', value })
    } catch (error) {
      if (!isNewest()) return
      const message = faultText(error)
      setLoaded((known) =>
        known.state === 'ready'
          ? { ...known, fault: { message, read } }
          : { state: 'failed', message, error },
      )
    }
  }
  useSessionBack(() => {
    if (loaded.state === 'failed') retry()
    if (loaded.state === 'ready' && loaded.fault) void renew(loaded.fault.read)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what asks again; the texts ask nothing.
  useEffect(() => {
    const isNewest = begin()
    setLoaded({ state: 'loading' })
    load().then(
      (value) => isNewest() && setLoaded({ state: 'ready', value }),
      (error) => isNewest() && setLoaded({ state: 'failed', message: faultText(error), error }),
    )
    return () => void begin()
  }, [load, attempt])

  return {
    ...loaded,
    retry,
    take: (value) => setLoaded({ state: 'ready', value }),
    change: (changed) =>
      setLoaded((known) => (known.state === 'ready' ? { ...known, value: changed(known.value) } : known)),
    renew,
  }
}

'use client'

import { useCallback, useEffect, useState } from 'react'
import { useCallFault } from '#components/form/use-call-fault'
import { useSessionBack } from './use-session-back'

export type Loaded<Value> =
  | { state: 'loading' }
  | { state: 'failed'; message: string; error: unknown }
  | { state: 'ready'; value: Value }

/**
 * What a dialog starts from, read when it opens.
 * @param load stable across renders (`useCallback`); runs again when it changes, and on `retry`
 */
export function useLoaded<Value>(
  load: () => Promise<Value>,
): Loaded<Value> & { retry: () => void; take: (value: Value) => void } {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const faultText = useCallFault()
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  useSessionBack(() => loaded.state === 'failed' && retry())

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what asks again; the texts ask nothing.
  useEffect(() => {
    let current = true
    setLoaded({ state: 'loading' })
    load().then(
      (value) => current && setLoaded({ state: 'ready', value }),
      (error) => current && setLoaded({ state: 'failed', message: faultText(error), error }),
    )
    return () => {
      current = false
    }
  }, [load, attempt])

  return {
    ...loaded,
    retry,
    /** What was read elsewhere meanwhile takes its place. */
    take: (value) => setLoaded({ state: 'ready', value }),
  }
}

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { bus } from 'wujie'
import { durations } from '#contracts/limits'
import { type FromMicroApp, limiter, readMessage, typesFromMicroApp } from '#lib/micro-messages'
import type { BuildFault } from './build-faults'

export type Fault = 'timeout' | 'unreachable' | 'script' | 'left' | BuildFault
export type Phase = 'loading' | 'ready' | { fault: Fault; file?: string }

/** Messages a second that are listened to. */
const mostMessages = 50

/**
 * How a sub-application is doing: it has 10 s to say that it is ready. Its other messages go to `onMessage`.
 * @param holder the element that wujie draws in
 */
export function usePhase(
  instanceId: string,
  holder: RefObject<HTMLElement | null>,
  onMessage: (message: FromMicroApp) => void,
) {
  const [phase, setPhase] = useState<Phase>('loading')
  const latest = useRef(onMessage)
  latest.current = onMessage

  const ready = useCallback(() => setPhase((before) => (before === 'loading' ? 'ready' : before)), [])
  const fail = useCallback(
    (fault: Fault, file?: string) =>
      setPhase((before) => (before === 'loading' || fault === 'left' ? { fault, file } : before)),
    [],
  )

  useEffect(() => {
    // The outside world: time, wujie's bus, and a page that leaves its place.
    const timer = setTimeout(() => fail('timeout'), durations.request)
    const admit = limiter(mostMessages)
    const listen = (given: unknown) => {
      if (!admit()) return
      const message = readMessage(given)
      if (message?.instanceId !== instanceId) return
      if (message.type === 'micro:ready') ready()
      else if (message.type === 'micro:error') fail('script')
      else latest.current(message)
    }
    for (const type of typesFromMicroApp) bus.$on(type, listen)
    const watcher = new MutationObserver(() => {
      // wujie puts a plain frame where a sub-application sets `location.href`; the policy refuses it anyway.
      if (holder.current?.querySelector('iframe:not([data-wujie-id])')) fail('left')
    })
    if (holder.current !== null) watcher.observe(holder.current, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      watcher.disconnect()
      for (const type of typesFromMicroApp) bus.$off(type, listen)
    }
  }, [instanceId, holder, ready, fail])

  return { phase, ready, fail }
}

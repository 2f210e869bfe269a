import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { bus } from 'wujie'
import { durations } from '#contracts/limits'
import { type FromMicroApp, limiter, readMessage, typesFromMicroApp } from '#lib/micro-messages'
import type { Fault } from './fault'

export type Phase = 'loading' | 'ready' | { fault: Fault }

/** Messages a second that are listened to. */
const mostMessages = 50

/**
 * How a sub-application is doing: it has 10 s to say that it is ready. Its other messages go to `onMessage`.
 * @param holder the element that wujie draws in
 * @param verdict what it is that has not come up by then
 */
export function usePhase(
  instanceId: string,
  holder: RefObject<HTMLElement | null>,
  onMessage: (message: FromMicroApp) => void,
  verdict: () => Fault,
) {
  const [phase, setPhase] = useState<Phase>('loading')
  const latest = useRef({ onMessage, verdict })
  latest.current = { onMessage, verdict }

  const ready = useCallback(() => setPhase((before) => (before === 'loading' ? 'ready' : before)), [])
  const fail = useCallback(
    (fault: Fault) =>
      setPhase((before) => {
        const isWorse = before === 'loading' || (before === 'ready' && fault.kind === 'left')
        return isWorse ? { fault } : before
      }),
    [],
  )

  useEffect(() => {
    // The outside world: time, wujie's bus, and a page that leaves its place.
    const timer = setTimeout(() => fail(latest.current.verdict()), durations.request)
    const admit = limiter(mostMessages)
    const listen = (given: unknown) => {
      if (!admit()) return
      const message = readMessage(given)
      if (message?.instanceId !== instanceId) return
      if (message.type === 'micro:ready') ready()
      else if (message.type === 'micro:error') fail({ kind: 'said', message: message.payload.message })
      else latest.current.onMessage(message)
    }
    for (const type of typesFromMicroApp) bus.$on(type, listen)
    const watcher = new MutationObserver(() => {
      // wujie puts a plain frame where a sub-application sets `location.href`; the policy refuses it anyway.
      const frame = holder.current?.querySelector<HTMLIFrameElement>('iframe:not([data-wujie-id])')
      if (frame) fail({ kind: 'left', to: frame.src })
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

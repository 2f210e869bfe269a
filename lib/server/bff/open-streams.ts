import 'server-only'
import { contextText } from '#lib/page-context'
import { isRefusal } from '#lib/server/http/platform'
import type { Caller } from '#lib/server/http/upstream-headers'
import { microAppOfCall, readReachableApps } from '#lib/server/micro/micro-apps'
import { onSessionChange, type SessionPlace } from '#lib/server/session/session-watch'
import { placeOf } from './context-mismatch'

/** Streams and sockets of one session that are open at a time. */
const most = 32
/** Milliseconds between two looks at whether the person still reaches the system. */
const lookEvery = 10_000

// One for calls and sockets, which Next bundles apart.
const shared = globalThis as typeof globalThis & { openStreams?: Map<string, number> }
shared.openStreams ??= new Map()
const open = shared.openStreams

/**
 * Counts a stream that stays open, and ends it when its person reaches the system no more: at once when they sign out or go
 * to another organization or system, soon after a right was taken away. Gives what to call when it has ended; nothing where there are too many.
 * @param path below `/api`
 */
export function holdOpen(caller: Caller, path: string, end: () => void): (() => void) | undefined {
  const token = caller.session?.token ?? ''
  const count = open.get(token) ?? 0
  if (count >= most) return undefined
  open.set(token, count + 1)
  const timer = setInterval(async () => {
    const apps = await readReachableApps(caller)
    // A platform that is away takes nobody's right.
    const isGone = apps.ok ? microAppOfCall(apps.data, path) === undefined : isRefusal(apps.failure)
    if (isGone) end()
  }, lookEvery)
  timer.unref()
  const place = (session: SessionPlace) => contextText(placeOf(session))
  const isElsewhere = (now: SessionPlace) => caller.session !== null && place(now) !== place(caller.session)
  const stop = onSessionChange(token, (now) => (now === null || isElsewhere(now)) && end())
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    clearInterval(timer)
    stop()
    const left = (open.get(token) ?? 1) - 1
    if (left > 0) open.set(token, left)
    else open.delete(token)
  }
}

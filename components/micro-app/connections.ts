import { contextParameter } from '#lib/page-context'
import { sessionOver } from '#lib/session-end'
import { movedNow, onMove, statedContext } from '#lib/tab-context'
import type { FrameWindow } from './frame-window'
import { addParameter, addressIn } from './page-address'

/** What of a page stays open: how each is ended. */
export interface Connections {
  /** Gives what to call when it has ended by itself. */
  add: (end: () => void) => () => void
  /** Ends with them. */
  signal: () => AbortSignal
  /** The page is gone, and what it opened with it. */
  close: () => void
}

/** Ends what is open when the session is over, or is somewhere else: nothing of another place is shown here (EDGE-1). */
export function connections(): Connections {
  const open = new Set<() => void>()
  let calls = new AbortController()
  const endAll = () => {
    for (const end of [...open]) end()
    open.clear()
    calls.abort()
    calls = new AbortController()
  }
  const stop = onMove(() => movedNow() !== undefined && endAll())
  window.addEventListener(sessionOver, endAll)
  return {
    add: (end) => {
      open.add(end)
      return () => open.delete(end)
    },
    signal: () => calls.signal,
    close: () => {
      stop()
      window.removeEventListener(sessionOver, endAll)
    },
  }
}

/** A close code of an application's own (RFC 6455, 7.4.2). */
const sessionMoved = 4001

/**
 * Event streams and sockets of a page: their addresses are the page's, and those of its own API say where the page stands,
 * since they bear no header.
 */
export function pinConnections(
  frame: FrameWindow,
  isCall: (url: URL) => boolean,
  { add }: Pick<Connections, 'add'>,
): void {
  const pinned = (given: unknown) => {
    const url = addressIn(frame, String(given))
    const context = statedContext()
    const isOwn = isCall(new URL(url.href.replace(/^ws/, 'http')))
    if (isOwn && context !== undefined) addParameter(url, contextParameter, context)
    return url.href
  }
  const replace = <Made>(kind: 'EventSource' | 'WebSocket', follow: (made: Made) => void) => {
    const construct = (native: () => void, [url, ...rest]: unknown[], self: () => void) => {
      const made: Made = Reflect.construct(native, [pinned(url), ...rest], self)
      follow(made)
      return made as object
    }
    Reflect.set(frame, kind, new Proxy(frame[kind] as unknown as () => void, { construct }))
  }
  replace('EventSource', (source: EventSource) => {
    const forget = add(() => {
      if (source.readyState === source.CLOSED) return
      source.close()
      source.dispatchEvent(new frame.Event('error'))
    })
    const { close } = source
    source.close = () => {
      forget()
      close.call(source)
    }
    // One that failed for good is none any more.
    source.addEventListener('error', () => source.readyState === source.CLOSED && forget())
  })
  replace('WebSocket', (socket: WebSocket) => {
    socket.addEventListener(
      'close',
      add(() => socket.close(sessionMoved)),
    )
  })
}

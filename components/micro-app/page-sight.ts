import type { plugin as Plugin } from 'wujie'
import { type FrameWindow, shownWindow } from './frame-window'
import { frameOf } from './sandbox'

/** A page behind another one is hidden, as in the tabs of a browser: by this pages stop to ask, and read anew. */
export const pageSightPlugin: Plugin = {
  windowPropertyOverride: (frame) => drawInSight(frame as FrameWindow),
  documentPropertyOverride: (frame) => hideBehind(frame as FrameWindow),
}

const behind = new WeakSet<Window>()
const drawAgain = new WeakMap<Window, () => void>()

/** Tells the page of `name` whether somebody looks at it, where that has changed. */
export function tellSight(name: string, isSeen: boolean): void {
  const frame = frameOf(name)
  if (frame === undefined || behind.has(frame) !== isSeen) return
  if (isSeen) behind.delete(frame)
  else behind.add(frame)
  const shown = shownWindow(frame)
  shown?.document.dispatchEvent(new shown.Event('visibilitychange', { bubbles: true }))
  drawAgain.get(frame)?.()
}

function hideBehind(frame: FrameWindow): void {
  for (const [key, value] of Object.entries({ hidden: true, visibilityState: 'hidden' })) {
    const get = () => (behind.has(frame) ? value : Reflect.get(frame.Document.prototype, key, frame.document))
    Object.defineProperty(frame.document, key, { configurable: true, get })
  }
}

/**
 * The console's window tells when to draw, since nobody sees the page's frame. Frames count their times each from a start
 * of its own; what goes wrong in a call is told where its page hears it; and a page that is behind, or gone, draws nothing.
 */
function drawInSight(frame: FrameWindow): void {
  const waiting = new Map<number, FrameRequestCallback>()
  let latest = 0
  let isAsked = false
  const ask = () => {
    if (isAsked || behind.has(frame) || waiting.size === 0) return
    isAsked = true
    window.requestAnimationFrame(draw)
  }
  const draw = (time: number) => {
    isAsked = false
    if (frame.closed || behind.has(frame)) return
    const last = latest
    for (const [id, call] of waiting) {
      // What a call asks for is of the next picture.
      if (id > last) break
      waiting.delete(id)
      try {
        call(time + performance.timeOrigin - frame.performance.timeOrigin)
      } catch (error) {
        frame.reportError(error)
      }
    }
    ask()
  }
  drawAgain.set(frame, ask)
  const given = {
    requestAnimationFrame(call: FrameRequestCallback) {
      latest += 1
      waiting.set(latest, call)
      ask()
      return latest
    },
    cancelAnimationFrame: (id: number) => void waiting.delete(id),
  }
  for (const [key, value] of Object.entries(given)) {
    Object.defineProperty(frame, key, { configurable: true, writable: true, value })
  }
}

import { sandboxOf } from './sandbox'

/** The frames of pages that said so: what a page said is gone with it. */
const unsaved = new WeakSet<Window>()

/** A page says that there is work in it that closing would lose, or that there is none any more. */
export function noteUnsavedWork(key: string, isUnsaved: boolean): void {
  const frame = frameOf(key)
  if (frame && isUnsaved) unsaved.add(frame)
  else if (frame) unsaved.delete(frame)
}

/** Whether any page says so. Of one that only its `beforeunload` speaks for, the browser itself asks where the window is left. */
export function isAnyUnsaved(): boolean {
  const sandboxes = [...(window.__WUJIE_INJECT?.idToSandboxMap?.values() ?? [])]
  return sandboxes.some(({ wujie }) => saysUnsaved(wujie?.iframe?.contentWindow))
}

function saysUnsaved(frame: Window | null | undefined): boolean {
  return frame != null && unsaved.has(frame)
}

/**
 * Whether closing a page would lose work: by its own word, or by its `beforeunload`, which asks the same of a page in a
 * window of its own.
 */
export function hasUnsavedWork(key: string): boolean {
  const frame = frameOf(key)
  return saysUnsaved(frame) || (frame != null && objects(frame))
}

function frameOf(key: string): Window | null | undefined {
  return sandboxOf(frameName(key))?.iframe?.contentWindow
}

export function frameName(key: string): string {
  return `micro-${key}`
}

function objects(frame: Window): boolean {
  try {
    const event = frame.document.createEvent('BeforeUnloadEvent')
    event.initEvent('beforeunload', false, true)
    frame.dispatchEvent(event)
    return event.defaultPrevented || String(event.returnValue || '') !== ''
  } catch {
    // Its own handler failed.
    return false
  }
}

import { sandboxOf } from './sandbox'

/** What pages said of themselves, by the keys of their views. */
const told = new Map<string, boolean>()

/** A page says that there is work in it that closing would lose, or that there is none any more. */
export function noteUnsavedWork(key: string, isUnsaved: boolean): void {
  told.set(key, isUnsaved)
}

/**
 * Whether closing a page would lose work: by its own word, or by its `beforeunload`, which asks the same of a page in a
 * window of its own.
 */
export function hasUnsavedWork(key: string): boolean {
  const frame = sandboxOf(frameName(key))?.iframe?.contentWindow
  if (!frame) {
    told.delete(key)
    return false
  }
  return told.get(key) === true || objects(frame)
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

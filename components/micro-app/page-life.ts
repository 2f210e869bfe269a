import type { plugin as Plugin } from 'wujie'
import type { FrameWindow } from './frame-window'
import { inline } from './script-places'

/**
 * How far a page has come, as in a window of its own. The document that shows it is there before its first script, wujie goes
 * on at once after a module that stands in the page itself, and of a file that has come it tells one listener only.
 */
export const pageLifePlugin: Plugin = {
  htmlLoader: withEnds,
  appendOrInsertElementHook(element, frame) {
    if ((element as unknown as Element).hasAttribute?.(mark)) waitForModule(frame as FrameWindow)
  },
  windowPropertyOverride: (frame) => tellLoads(frame as FrameWindow),
  documentPropertyOverride: (frame) => tellState(frame as FrameWindow),
}

const mark = 'data-module-waits'
const ended = '__MODULE_ENDED'
const isModule = /\stype\s*=\s*["']?module\b/i
const isAsync = /\sasync\b/i

/** Browsers do not say when a module that stands in a page has run: its last line does. */
export function withEnds(html: string): string {
  return html.replace(inline, (whole, attributes: string, code: string, end: string) => {
    if (end === '' || !isModule.test(attributes) || isAsync.test(attributes)) return whole
    return `<script ${mark}="true"${attributes}>${code}\n;window.${ended}?.()${end}`
  })
}

/** What comes after it in the page waits until it has run, or has failed. */
function waitForModule(frame: FrameWindow): void {
  frame.__WUJIE.execQueue?.unshift(() => {
    const goOn = () => {
      Reflect.deleteProperty(frame, ended)
      EventTarget.prototype.removeEventListener.call(frame, 'error', goOn, true)
      frame.__WUJIE?.execQueue?.shift()?.()
    }
    frame[ended] = goOn
    EventTarget.prototype.addEventListener.call(frame, 'error', goOn, true)
  })
}

/** `readyState` goes on with the events that wujie makes: it tells none of the first step. */
function tellState(frame: FrameWindow): void {
  let state: DocumentReadyState = 'loading'
  Object.defineProperty(frame.document, 'readyState', { configurable: true, get: () => state })
  const hear = (type: string, heard: () => void) => {
    const listener = ({ isTrusted }: Event) => void (isTrusted || heard())
    EventTarget.prototype.addEventListener.call(frame.document, type, listener, true)
  }
  hear('DOMContentLoaded', () => frame.document.dispatchEvent(new frame.Event('readystatechange')))
  hear('readystatechange', () => {
    state = state === 'loading' ? 'interactive' : 'complete'
  })
}

/** Where wujie sees a handler it calls that, and the other listeners hear nothing. */
function tellLoads(frame: FrameWindow): void {
  for (const { prototype } of [frame.HTMLScriptElement, frame.HTMLLinkElement]) {
    for (const name of ['onload', 'onerror']) {
      const set = Object.getOwnPropertyDescriptor(frame.HTMLElement.prototype, name)?.set
      Object.defineProperty(prototype, name, {
        configurable: true,
        enumerable: true,
        get: () => undefined,
        set(handler: unknown) {
          set?.call(this, handler)
        },
      })
    }
  }
}

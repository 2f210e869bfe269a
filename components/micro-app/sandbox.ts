import type { plugin as Plugin } from 'wujie'
import type Sandbox from 'wujie/esm/sandbox'
import type { FrameWindow } from './frame-window'

/**
 * What wujie 1.0.29 leaves undone around its sandboxes: starts and ends of one name overlap, an end re-writes the
 * console's own query string, and listeners that a sub-application puts on the document keep its whole realm alive.
 */

declare global {
  interface Window {
    __WUJIE_INJECT?: {
      idToSandboxMap?: Map<string, { wujie?: Sandbox }>
      appEventObjMap?: Map<string, Record<string, unknown[]>>
    }
  }
}

export function sandboxOf(name: string): Sandbox | undefined {
  return window.__WUJIE_INJECT?.idToSandboxMap?.get(name)?.wujie
}

export function frameOf(name: string): FrameWindow | undefined {
  return (sandboxOf(name)?.iframe?.contentWindow as FrameWindow | null | undefined) ?? undefined
}

const queues = new Map<string, Promise<unknown>>()

/** Runs one job of a name after the other. */
export function enqueue(name: string, job: () => Promise<unknown>): Promise<unknown> {
  const run = (queues.get(name) ?? Promise.resolve()).then(job, job)
  const settled = run.catch(() => {})
  queues.set(name, settled)
  settled.then(() => queues.get(name) === settled && queues.delete(name))
  return run
}

/** Milliseconds that a page has to take itself down; its frames go all the same. */
const farewell = 2_000

/** wujie's own decodes and re-writes the query of the console's address, and stops for good at a lone `%`. */
export function leaveAddressAlone(sandbox: Sandbox): void {
  sandbox.unmount = async function unmount(this: Sandbox) {
    this.activeFlag = false
    const frame = this.iframe?.contentWindow as (Window & { __WUJIE_UNMOUNT?: () => unknown }) | null
    if (!this.mountFlag || !frame || this.hrefFlag) return
    this.mountFlag = false
    await Promise.race([frame.__WUJIE_UNMOUNT?.(), new Promise((resolve) => setTimeout(resolve, farewell))])
    this.bus?.$clear()
  }
}

/** wujie's own look for addresses in a style sheet hangs at an open bracket; `placesPlugin` looks for them instead. */
export function leaveStylesAlone(sandbox: Sandbox): void {
  const [{ cssBeforeLoaders } = {}, ...ours] = sandbox.plugins
  sandbox.plugins = [{ cssBeforeLoaders }, ...ours]
}

/**
 * wujie runs each script of a page when the browser has nothing else to do, which may be never: after a press on what has come
 * already (Chromium), or in a tab behind. Each has a task of its own instead.
 */
export function runWithoutIdling(sandbox: Sandbox): void {
  // Of a sandbox without fibers wujie runs all at once, and never hears of the end.
  sandbox.fiber = true
  sandbox.requestIdleCallback = (callback) => {
    // No timer, which a tab behind has once a second.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      if (sandbox.iframe) callback.call(sandbox)
    }
    port2.postMessage(undefined)
    return 0
  }
}

/**
 * What a script adds to a page that stands runs then and there, not when the browser is idle. A fault of it is the page's, and
 * stops nothing of wujie.
 */
export function runAtOnce(name: string): void {
  const sandbox = sandboxOf(name)
  if (sandbox === undefined) return
  sandbox.requestIdleCallback = (callback) => {
    try {
      if (sandbox.iframe) callback.call(sandbox)
    } catch (error) {
      reportError(error)
    }
    return 0
  }
}

type Listener = Parameters<Document['addEventListener']>
const listeners = new WeakMap<Window, Listener[]>()

/** Notes what a page that is loaded unseen listens to on the console's document, to release it at the end; one that is shown has its own. */
export const listenerPlugin: Plugin = {
  documentAddEventListenerHook(frame, type, handler, options) {
    const noted = listeners.get(frame) ?? []
    listeners.set(frame, noted)
    noted.push([type, handler, options] as Listener)
  },
}

/**
 * No page has service workers here: builds that would bring one (PWA) ask for them before, as they do where a browser has
 * none, and a refusal would look like a fault of theirs.
 */
export const workerPlugin: Plugin = {
  windowPropertyOverride(frame) {
    Reflect.deleteProperty((frame as Window & typeof globalThis).Navigator.prototype, 'serviceWorker')
  },
}

/** Hears of errors that nobody caught. wujie empties the frame's window while it prepares it, and this comes after. */
export function watchPlugin(onFault: (frame: Window, event: Event) => void): Plugin {
  return {
    windowPropertyOverride(frame) {
      for (const type of ['error', 'unhandledrejection']) {
        // A script that does not come tells it to itself only, hence `capture`.
        EventTarget.prototype.addEventListener.call(frame, type, (event) => onFault(frame, event), true)
      }
    },
  }
}

/** Ends a sandbox and lets go of everything that would keep its realm in memory. */
export async function endSandbox(name: string): Promise<void> {
  const sandbox = sandboxOf(name)
  if (sandbox === undefined) return
  // A frame that is still being prepared must not be taken away under wujie.
  await sandbox.iframeReady?.catch(() => {})
  const { iframe, shadowRoot } = sandbox
  const frame = iframe?.contentWindow as (Window & Record<string, unknown>) | null
  try {
    // What a shown page does as it goes (`pagehide`, `unload`) finds its document, which wujie lets go of before its frame.
    if (sandbox.degrade) {
      await sandbox.unmount()
      iframe?.remove()
    }
    await sandbox.destroy()
  } finally {
    if (frame) {
      for (const listener of listeners.get(frame) ?? []) document.removeEventListener(...listener)
      listeners.delete(frame)
      for (const key of ['__WUJIE', '$wujie', '__WUJIE_RAW_WINDOW__']) frame[key] = null
    }
    shadowRoot?.replaceChildren()
    iframe?.remove()
    window.__WUJIE_INJECT?.idToSandboxMap?.delete(name)
  }
}

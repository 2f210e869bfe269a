import { bus, startApp } from 'wujie'
import { answerOf, askAgain, type FileAnswer } from '#lib/file-answer'
import type { Locale } from '#lib/i18n/locale'
import { contractVersion } from '#lib/micro-messages'
import { basePath } from '#lib/request'
import { type Collected, CollectFault, messageOf, readReport, unreachable } from '#lib/resource-report'
import { storagePlugin } from './own-storage'
import { plainHtmlPlugin } from './plain-html'
import { refuseRequests } from './refuse-requests'
import { routePlugin } from './route-plugin'
import {
  endSandbox,
  enqueue,
  leaveStylesAlone,
  listenerPlugin,
  runWithoutIdling,
  sandboxOf,
  workerPlugin,
} from './sandbox'
import { placesPlugin } from './script-places'

/** Milliseconds that a page has to report something once its scripts have run, or once something of it has failed. */
const silence = 2_000
const silenceAfterFault = 500
/** Between two looks at `__CONSOLE_RESOURCES__`. */
const glance = 25

interface Load {
  code: string
  name: string
  el: HTMLElement
  locale: Locale
  signal: AbortSignal
  /** The first call that it was refused: whoever looks for resources acts in nobody's name. */
  refused?: string
}

/**
 * Loads a sub-application where nobody sees it until it has told its resources (docs/micro-applications.md), and ends
 * it. `stop` ends what hangs.
 * @throws CollectFault, or the signal's reason
 */
export async function loadUnseen(code: string, locale: Locale, stop: AbortSignal): Promise<Collected> {
  const name = `collect-${code}`
  const el = document.createElement('div')
  el.hidden = true
  el.inert = true
  document.body.append(el)
  const told = new AbortController()
  const signal = AbortSignal.any([stop, told.signal])
  try {
    return (await enqueue(name, async () => hearOut({ code, name, el, locale, signal }))) as Collected
  } finally {
    // Also what it is still fetching.
    told.abort()
    await enqueue(name, () => endSandbox(name)).catch(() => {})
    el.remove()
  }
}

type Take = (given: unknown) => void
type Fail = (fault: unknown) => void
/** Gives what ends it. */
type Watch = () => void

function hearOut(load: Load): Promise<Collected> {
  const { code, name, el, signal } = load
  signal.throwIfAborted()
  const ids = { instanceId: `${name}-${randomMark()}`, requestId: randomMark() }
  const watches: Watch[] = []
  const heard = new Promise<Collected>((resolve, reject) => {
    let isTaken = false
    const take: Take = (given) => {
      if (!isTaken) resolve(readReport(given, code))
      isTaken = true
    }
    const fail: Fail = (fault) => reject(causeOf(fault, load))
    const patience = lastPatience(fail)
    const frame = start(load, ids, patience.wait, fail)
    watches.push(
      patience.end,
      watchSignal(signal, fail),
      watchBus(ids, take),
      watchGlobal(frame, take, fail),
      watchLeaving(el, fail),
    )
  })
  return heard.finally(() => {
    for (const end of watches) end()
  })
}

/** One that was refused a call fails of that, or waits for it. */
function causeOf(fault: unknown, { refused }: Load): unknown {
  const isEffect = fault instanceof CollectFault && (fault.reason === 'script' || fault.reason === 'silent')
  return isEffect && refused !== undefined ? new CollectFault('calls', { path: refused }) : fault
}

/** Something may still come; but not for ever. The first fault is the one that is told. */
function lastPatience(fail: Fail): { wait: (fault?: CollectFault) => void; end: Watch } {
  let known: CollectFault | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (fault?: CollectFault) => {
    known ??= fault
    clearTimeout(timer)
    timer = setTimeout(() => fail(known ?? new CollectFault('silent')), known ? silenceAfterFault : silence)
  }
  return { wait, end: () => clearTimeout(timer) }
}

function watchSignal(signal: AbortSignal, fail: Fail): Watch {
  const abort = () => fail(signal.reason)
  signal.addEventListener('abort', abort)
  return () => signal.removeEventListener('abort', abort)
}

interface Ids {
  instanceId: string
  requestId: string
}

function watchBus({ instanceId, requestId }: Ids, take: Take): Watch {
  const hear = (message: unknown) => {
    try {
      // The bus is everybody's, and whoever floods it is passed over quickly.
      const given = message as {
        v?: unknown
        instanceId?: unknown
        payload?: { report?: { requestId?: unknown } }
      }
      if (given.v !== contractVersion || given.instanceId !== instanceId) return
      const report = given.payload?.report
      if (report?.requestId === requestId) take(report)
    } catch {
      // No message at all, or one that throws when it is read.
    }
  }
  bus.$on('resources:report', hear)
  return () => bus.$off('resources:report', hear)
}

type CollectWindow = Window & { __CONSOLE_RESOURCES__?: unknown }

function watchGlobal(frame: () => CollectWindow | undefined, take: Take, fail: Fail): Watch {
  const timer = setInterval(() => {
    try {
      const given = frame()?.__CONSOLE_RESOURCES__
      if (given === undefined) return
      clearInterval(timer)
      if (typeof given !== 'function') take(given)
      else Promise.resolve(given()).then(take, (error) => fail(scriptFault(error)))
    } catch (error) {
      clearInterval(timer)
      fail(scriptFault(error))
    }
  }, glance)
  return () => clearInterval(timer)
}

/** wujie puts a plain frame where a sub-application sets `location.href`, and an entry into the console's own history. */
function watchLeaving(el: HTMLElement, fail: Fail): Watch {
  const here = location.href
  const watcher = new MutationObserver(() => {
    if (!el.querySelector('iframe')) return
    // Without the router's own mark in it, so that the router takes the address as well.
    history.replaceState(null, '', here)
    fail(new CollectFault('left'))
  })
  watcher.observe(el, { childList: true, subtree: true })
  return () => watcher.disconnect()
}

/** Gives the frame's window, once there is one. */
function start(load: Load, ids: Ids, wait: (fault?: CollectFault) => void, fail: Fail) {
  const { code, name, el, locale } = load
  const folder = `${location.origin}${basePath}/micro/${code}/`
  const files = { folder, prefix: `${basePath}/${code}` }
  const entry = new URL('index.html', folder)
  let frame: CollectWindow | undefined
  startApp({
    ...{ name, el, url: entry.href, attrs: {}, loading: document.createElement('span'), fiber: false },
    fetch: filesOf(folder, entry, load),
    plugins: [
      listenerPlugin,
      workerPlugin,
      storagePlugin(files.prefix),
      refuseRequests(folder, (path) => {
        load.refused ??= path
      }),
      // Whatever routes it takes leave no entries in the browser's history.
      routePlugin({ entry: entry.pathname, folder, initial: () => `${basePath}/${code}`, onGo: () => {} }),
      plainHtmlPlugin(files),
      placesPlugin(files),
      {
        // Not earlier: wujie makes the frame's document anew, and listeners go with the old one.
        windowPropertyOverride: (given: Window) => {
          given.addEventListener('error', ({ error, message }) => wait(scriptFault(error ?? message)))
          given.addEventListener('unhandledrejection', ({ reason }) => wait(scriptFault(reason)))
        },
      },
    ],
    props: propsOf(code, locale, ids),
    beforeLoad: (given: Window) => {
      frame = given
      const sandbox = sandboxOf(name)
      if (sandbox === undefined) return
      leaveStylesAlone(sandbox)
      runWithoutIdling(sandbox)
      // Its own way out may never end; with its frame it goes anyway.
      sandbox.unmount = async () => {}
    },
    loadError: (url: string, error: Error) => {
      if (url === entry.href) fail(unreachable(error))
      else askAgain(url).then((answer) => wait(fileFault(code, url, answer)))
    },
  }).then(
    () => wait(),
    (error: unknown) => fail(error instanceof CollectFault ? error : scriptFault(error)),
  )
  return () => frame
}

function scriptFault(error: unknown): CollectFault {
  return new CollectFault('script', { message: messageOf(error) })
}

/** @param code of the system, whose own paths stand behind it */
function fileFault(code: string, url: string, answer: FileAnswer): CollectFault {
  const { pathname } = new URL(url)
  const path = pathname.slice(pathname.indexOf(`/micro/${code}/`) + `/micro/${code}`.length)
  return new CollectFault('file', { path }, answer)
}

/** It has files to load and nothing to call. */
function filesOf(folder: string, entry: URL, load: Load) {
  const { signal } = load
  return async (input: RequestInfo, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(typeof input === 'string' ? input : input.url, location.href)
    if (!url.href.startsWith(folder)) {
      load.refused ??= url.pathname
      throw new TypeError('the console collects resources: no calls are made')
    }
    const response = await window.fetch(input, { ...init, signal })
    // wujie would go on with an empty page; other files it tells of itself.
    if (response.ok || url.href !== entry.href) return response
    throw fileFault(load.code, url.href, answerOf(response))
  }
}

/** Everything that the contract names, and nothing of the person. */
function propsOf(systemCode: string, locale: Locale, ids: Ids) {
  return {
    ...{ contractVersion, mode: 'collect', systemCode, locale, scheme: 'light', ...ids },
    ...{ user: { id: '', username: '', name: '' }, orgId: '', orgCode: '', orgName: '', systemId: '' },
    ...{ basePath: `${basePath}/${systemCode}`, apiBase: `${basePath}/api/${systemCode}` },
  }
}

function randomMark(): string {
  return Math.random().toString(36).slice(2)
}

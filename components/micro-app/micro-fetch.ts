import { codes } from '#contracts/envelope'
import { csrfHeader } from '#lib/csrf-header'
import { answerOf, type FileAnswer } from '#lib/file-answer'
import { contextHeader, placeMovedTo } from '#lib/page-context'
import { pageHeader } from '#lib/page-headers'
import { basePath } from '#lib/request'
import { sessionIsIn, statedContext } from '#lib/tab-context'
import type { Connections } from './connections'
import { type Files, fileAddress } from './file-addresses'
import type { FrameWindow } from './frame-window'
import { addressIn } from './page-address'

/** The entry did not come: wujie would keep an empty page for as long as the document lives. */
export class EntryFault extends Error {
  readonly answer: FileAnswer
  constructor(answer: FileAnswer) {
    super(`HTTP ${answer.status}`)
    this.answer = answer
  }
}

interface Places extends Files {
  entry: URL
  connections: Connections
  /** Such as `/api/ems`. */
  apiBase: string
  /** The entry has come. */
  onEntry: (headers: Headers) => void
}

/** What wujie loads with, and what a sub-application's own `fetch` is. */
export function microFetch(places: Places, fetch: typeof window.fetch) {
  const { entry, apiBase, onEntry, connections } = places
  return async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const request = typeof input === 'object' && 'url' in input ? input : undefined
    const url = new URL(request?.url ?? String(input), location.href)
    const isCall = isCallOf(apiBase, url)
    const headers = new Headers(init.headers ?? request?.headers)
    if (isCall) for (const [name, value] of marks(headers)) headers.set(name, value)
    const address = addressOf(init.method ?? request?.method ?? 'GET', url, places)
    const placed = request === undefined ? address : requestAt(address, request)
    const signal = isCall && signalOf(init, request, connections)
    const response = await fetch(placed, { ...init, headers, ...(signal && { signal }) })
    if (isCall && tells(response)) await tellShell(response.clone())
    if (url.href === entry.href) readEntry(response, onEntry)
    return response
  }
}

function readEntry(response: Response, onEntry: Places['onEntry']): void {
  if (!isPage(response)) throw new EntryFault(answerOf(response))
  onEntry(response.headers)
}

/** A read ends with the place that it was made in. */
function signalOf(init: RequestInit, request: Request | undefined, connections: Connections) {
  const given = init.signal ?? request?.signal ?? null
  if (!/^get$/i.test(init.method ?? request?.method ?? 'GET')) return given
  return AbortSignal.any([...(given ? [given] : []), connections.signal()])
}

function isPage({ ok, headers }: Response): boolean {
  return ok && /html/i.test(headers.get('content-type') ?? 'text/html')
}

/**
 * The API of a system takes the console's mark (MICRO-3), and what its page states (EDGE-1).
 * @param own headers that the page has set, of which its system is told (FRAME-4)
 */
export function marks(own?: Iterable<[string, string]>): [string, string][] {
  const context = statedContext()
  const told = own && String(new URLSearchParams([...own]))
  return [
    [csrfHeader.name, csrfHeader.value],
    ...(told ? [[pageHeader, told] as [string, string]] : []),
    ...(context === undefined ? [] : [[contextHeader, context] as [string, string]]),
  ]
}

/** What is read without being a call is a file of the page's own. */
function addressOf(method: string, url: URL, places: Places): string {
  const isRead = /^(?:get|head)$/i.test(method)
  const isOurs = url.origin === location.origin && !url.pathname.startsWith(`${basePath}/api/`)
  return isRead && isOurs ? fileAddress(url.href, places) : url.href
}

function requestAt(address: string, request: Request): Request {
  return address === request.url ? request : new Request(address, request)
}

/** Addresses that a page asks for by `fetch` are its own, relative ones too: wujie knows nothing of its base. */
export function placeFetch(frame: FrameWindow, ask: ReturnType<typeof microFetch>): void {
  // Of the page's own kinds: what it answers, and what it refuses.
  frame.fetch = (input, init) =>
    new frame.Promise((answer, refuse) => {
      const fail = (error: unknown) =>
        refuse(error instanceof TypeError ? new frame.TypeError(error.message) : error)
      try {
        const asked =
          typeof input === 'object' && 'url' in input ? input : addressIn(frame, String(input)).href
        ask(asked, init).then(answer, fail)
      } catch (error) {
        fail(error)
      }
    })
  const construct = (native: typeof Request, [input, ...rest]: unknown[], self: unknown) => {
    const isAddress = typeof input === 'string' || input instanceof URL || input instanceof frame.URL
    return Reflect.construct(
      native,
      [isAddress ? addressIn(frame, String(input)).href : input, ...rest],
      self as typeof Request,
    )
  }
  Reflect.set(frame, 'Request', new Proxy(frame.Request, { construct }))
}

/** The same for what asks otherwise than by `fetch` (FRAME-4): axios, Angular's HttpClient, uploads, beacons. */
export function markCalls(frame: FrameWindow, places: Places): void {
  const { open, send, setRequestHeader } = frame.XMLHttpRequest.prototype
  const calls = new WeakMap<XMLHttpRequest, Headers>()
  frame.XMLHttpRequest.prototype.open = function openMarked(
    this: XMLHttpRequest,
    ...[method, given, ...rest]: unknown[]
  ) {
    const url = addressIn(frame, String(given))
    if (isCallOf(places.apiBase, url)) calls.set(this, new Headers())
    else calls.delete(this)
    return Reflect.apply(open, this, [method, addressOf(String(method), url, places), ...rest])
  }
  frame.XMLHttpRequest.prototype.setRequestHeader = function setNoted(name, value) {
    setRequestHeader.call(this, name, value)
    calls.get(this)?.append(name, value)
  }
  frame.XMLHttpRequest.prototype.send = function sendMarked(body) {
    const own = calls.get(this)
    if (own) {
      for (const [name, value] of marks(own)) setRequestHeader.call(this, name, value)
      this.addEventListener('loadend', () => void (tells(this) && tellShell(new Response(textOf(this)))))
    }
    send.call(this, body)
  }
  const { navigator } = frame
  navigator.sendBeacon = (given, body) => {
    const url = addressIn(frame, String(given))
    if (!isCallOf(places.apiBase, url)) return frame.Navigator.prototype.sendBeacon.call(navigator, url, body)
    window.fetch(url, { method: 'POST', body, keepalive: true, headers: marks() }).catch(() => {})
    return true
  }
}

function textOf({ responseType, responseText, response }: XMLHttpRequest): string {
  if (responseType === '' || responseType === 'text') return responseText
  return responseType === 'json' ? JSON.stringify(response) : ''
}

const tells = ({ status }: { status: number }) => status === 409 || status === 403

/** Its page is told in its own way that nothing was done; where to go on, or for another password, the shell asks. */
async function tellShell(response: Response): Promise<void> {
  const envelope = (await response.json().catch(() => null)) as { code?: unknown; data?: unknown } | null
  const place = placeMovedTo(envelope?.data)
  if (place !== undefined) sessionIsIn(place, true)
  if (envelope?.code === codes.mustChangePassword)
    void import('./ask-session').then(({ askSession }) => askSession())
}

export function isCallOf(apiBase: string, url: URL): boolean {
  if (url.origin !== location.origin) return false
  return url.pathname.startsWith(`${apiBase}/`) || url.pathname.startsWith(`${apiBase}-admin/`)
}

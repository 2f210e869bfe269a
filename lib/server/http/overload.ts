import 'server-only'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gate, type Leave } from '#contracts/gate'
import { longestRequest } from '#contracts/limits'
import { asLocale, localeKey } from '#lib/i18n/locale'
import { basePath } from '#lib/request'
import { bareHeaders, securityHeaders } from '#lib/security-headers'
import { acceptMore } from './accept-more'
import { installBeforeNext } from './before-next'
import { busyHeaders, busyPage, busyText } from './busy-page'
import { inPlace } from './place'
import { bodyHere } from './request-body'
import { apiHeaders } from './responses'

/**
 * It is the event loop that says when it is too much. A call that waits for the platform takes little of this process; a
 * page is rendered here, in turns with the others, so that a few at once answer as many in a second, and each of them sooner.
 */
const bounds = {
  calls: { most: 128, least: 16, patience: 1000, late: 30 },
  pages: { most: 32, least: 6, patience: 1500, late: 15 },
}
/** Milliseconds that a page whose reader has gone is worked at, at most. */
const longestWork = 10_000
const resolution = 10
const every = 100

const probes = /^\/(?:healthz|readyz)$/
/** They take POST alone, and Next says so in an answer without a header of ours. */
const written = /^\/api\/(?:session\/[a-z-]+|csp-report)\/?$/
/** Folders of files, which cost next to nothing; what is none there does not. */
const folders = /^\/(?:_next\/static|images)\/[\w~./-]+$|^\/(?:favicon\.ico|robots\.txt)$/
const mostFiles = 10_000
const pageTypes = /^text\/(?:html|x-component)\b/
const isDevelopment = process.env.NODE_ENV === 'development'

/**
 * Stands before Next: as many pages and calls at once as this process keeps up with, signed-in people first, and a
 * sentence for the others at once.
 * @param personOf whose session one of the request's cookies opens
 * @param mayProbe by the addresses that the request came from and through
 * @param lateness of the event loop since it was last asked, in milliseconds
 */
export function installOverload(
  personOf: (cookies: string | undefined) => Promise<string | undefined>,
  mayProbe: (headers: Headers) => boolean,
  lateness = eventLoopLateness(),
): void {
  const gates = { calls: new Gate(bounds.calls), pages: new Gate(bounds.pages) }
  // Those that were answered as files.
  const files = new Set<string>()
  setInterval(() => {
    const late = lateness()
    for (const gate of Object.values(gates)) gate.adjust(late)
  }, every).unref()
  installBeforeNext(
    (request, response, pass) => void admit({ gates, files, personOf, mayProbe }, request, response, pass),
    (server) => {
      acceptMore(server)
      server.requestTimeout = longestRequest
    },
  )
}

interface Door {
  gates: Record<keyof typeof bounds, Gate>
  files: Set<string>
  personOf: (cookies: string | undefined) => Promise<string | undefined>
  mayProbe: (headers: Headers) => boolean
}

async function admit(
  { gates, files, personOf, mayProbe }: Door,
  request: IncomingMessage,
  response: ServerResponse,
  pass: () => Promise<void>,
): Promise<void> {
  const path = pathOf(request.url ?? '')
  const refused = refusedAtOnce(request, path)
  if (refused !== undefined) return refuseBare(response, ...refused)
  if (probes.test(path)) {
    const asked = new Headers({ 'x-forwarded-for': String(request.headers['x-forwarded-for'] ?? '') })
    return mayProbe(asked) ? pass() : refuseBare(response, 404)
  }
  if (files.has(path)) return pass()
  if (folders.test(path)) noteFile(files, path, response)
  const isCall = path.startsWith('/api/') || path.startsWith('/micro/')
  const gate = isCall ? gates.calls : gates.pages
  // Before it takes a place: a body that does not come would keep it from others.
  if (!isRead(request) && !(await bodyHere(request)))
    return refuseBare(response, 408, { connection: 'close' })
  const leave = gate.enterNow() ?? (await enter(gate, personOf(request.headers.cookie)))
  if (leave === undefined) return refuse(path, request, response)
  // Whoever has gone meanwhile is kept no place for.
  if (response.destroyed) return leave()
  // What goes on behind the head of an answer is a stream, which may have no end; a page is worked at to its end, even
  // where its reader has gone.
  if (isCall) onHead(response, leave)
  const work = isCall ? inPlace(leave, pass) : pass()
  response.once('close', () => {
    if (isCall || response.writableFinished) return leave()
    void work.then(leave)
    setTimeout(leave, longestWork).unref()
  })
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

/** What is not asked as it should be, whoever asks. */
function refusedAtOnce(
  request: IncomingMessage,
  path: string,
): [status: number, headers: OutgoingHttpHeaders] | undefined {
  const { method, url = '' } = request
  // The development server has calls of its own.
  if (!isRead(request) && !path.startsWith('/api/') && !isDevelopment) return [405, { allow: 'GET, HEAD' }]
  if (method !== 'POST' && written.test(path)) return [405, { allow: 'POST' }]
  // Next leads there as well, in an answer without a header of ours, which browsers keep for good.
  const plain = withoutRepeats(url)
  return plain === url ? undefined : [308, { location: plain }]
}

async function enter(gate: Gate, asks: Promise<string | undefined>): Promise<Leave | undefined> {
  const person = await asks.catch(() => undefined)
  return gate.enter(person !== undefined, person)
}

/** Below the base path, as Next reads it: dot segments lead elsewhere. */
function pathOf(url: string): string {
  const { pathname } = URL.canParse(url, 'http://console') ? new URL(url, 'http://console') : { pathname: '' }
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : ''
}

/** The address with one stroke wherever several stand, or backward ones; its query as it is. */
function withoutRepeats(url: string): string {
  const [path = '', ...query] = url.split('?')
  return [path.replace(/[\\/]+/g, '/'), ...query].join('?')
}

function onHead(response: ServerResponse, told: () => void): void {
  const { writeHead } = response
  response.writeHead = ((...given: Parameters<typeof writeHead>) => {
    told()
    return writeHead.apply(response, given)
  }) as typeof writeHead
}

/** Where a file is answered, its address is free from then on. */
function noteFile(files: Set<string>, path: string, response: ServerResponse): void {
  response.once('finish', () => {
    const { statusCode } = response
    const isFile = (statusCode === 200 || statusCode === 304) && files.size < mostFiles
    if (isFile && !pageTypes.test(String(response.getHeader('content-type') ?? ''))) files.add(path)
  })
}

/** Without Next, which would make a page of it, or wait for a body that may never come. */
function refuseBare(response: ServerResponse, status: number, headers: OutgoingHttpHeaders = {}): void {
  response.writeHead(status, {
    ...securityHeaders,
    ...bareHeaders,
    ...headers,
  })
  response.end()
}

function refuse(path: string, request: IncomingMessage, response: ServerResponse): void {
  const locale = asLocale(
    new RegExp(`(?:^|;\\s*)${localeKey}=([^;]*)`).exec(request.headers.cookie ?? '')?.[1],
  )
  response.statusCode = 503
  // Behind what is left of a body the next request would wait for ever.
  if (!request.complete) response.setHeader('connection', 'close')
  if (path.startsWith('/api/')) {
    for (const [name, value] of apiHeaders()) response.setHeader(name, value)
    response.setHeader('retry-after', busyHeaders['retry-after'])
    response.setHeader('content-type', 'application/json')
    const msg = busyText(locale, 'overloaded')
    response.end(JSON.stringify({ code: 503, msg, data: { outcome: 'unchanged' } }))
    return
  }
  for (const [name, value] of Object.entries(busyHeaders)) response.setHeader(name, value)
  response.end(busyPage(locale, 'overloaded'))
}

function eventLoopLateness(): () => number {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  return () => {
    const late = delay.count === 0 ? 0 : delay.mean / 1e6 - resolution
    delay.reset()
    return late
  }
}

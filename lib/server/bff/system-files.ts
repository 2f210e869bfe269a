import 'server-only'
import type { NextRequest } from 'next/server'
import { builtForHeader, encodingHeader } from '#lib/built-for'
import {
  answerHeader,
  answerText,
  beginsAsPage,
  type FileAnswer,
  plainType,
  scriptPath,
} from '#lib/file-answer'
import { basePath } from '#lib/request'
import { succeeded } from '#lib/result'
import { withAskedQuery } from '#lib/server/http/asked-query'
import { isTooMany } from '#lib/server/http/rate-limit'
import { apiHeaders } from '#lib/server/http/responses'
import { type Incoming, TransportError } from '#lib/server/http/transport'
import { isPlainPath, readReachableApps } from '#lib/server/micro/micro-apps'
import { builtFor, isHtml, largest, namesFiles, placed } from '#lib/server/micro/rooted-files'
import { encodingOf, inUtf8, streamedInUtf8 } from '#lib/server/micro/utf8'
import { workerStart } from '#lib/server/micro/worker-start'
import { type BrowserCall, openCall } from '#lib/server/session/browser-call'
import { passBack, responseOf, send } from './forward'
import { faultRefusal } from './refusals'
import { report, reportPolicy } from './system-calls'
import { passedBack, type Target } from './target'

/** Milliseconds; the sub-application itself has 10 s to be ready. */
const timeout = 8_000

/**
 * What a browser asks for when it is about to show a page of its own, or to let a script answer for the server: a service
 * worker would stay after its system is gone.
 */
const documents = new Set(['document', 'iframe', 'frame', 'object', 'embed', 'serviceworker'])

/**
 * `GET /micro/{code}/…`: the static files of a registered, enabled system, from an origin that the operator allows.
 * It gets no cookie and no token of ours, and sets none. Its HTML is read by the sandbox; it is never a page of the console.
 */
export async function serveSystemFile(request: NextRequest): Promise<Response> {
  const destination = request.headers.get('sec-fetch-dest') ?? ''
  const site = request.headers.get('sec-fetch-site')
  const isWorker = request.headers.has('service-worker')
  const isWindow = isReportOfWindow(request, destination)
  if ((documents.has(destination) && !isWindow) || isWorker || (site !== null && site !== 'same-origin'))
    return refuse(403)
  const call = await openCall(withAskedQuery(request))
  if (isTooMany(call.headers, call.session, 'file')) return refuse(429)
  if (call.session === null) return refuse(401)
  const [, code = '', path = ''] = /^\/micro\/([^/]+)(\/.*)$/.exec(request.nextUrl.pathname) ?? []
  if (!isPlainPath(path)) return refuse(404)
  const apps = await readReachableApps(call)
  if (!apps.ok) return refuse(apps.failure.kind === 'ended' ? 401 : 502)
  const origin = apps.data.find((app) => app.code === code)?.origin
  if (origin === undefined) return refuse(404)
  const start = workerStart(basePath + request.nextUrl.pathname, request.nextUrl.search)
  return (
    start ?? passFile(call, fileTarget(origin, code, path, { isWindow, isScript: destination === 'script' }))
  )
}

/** A PDF in a window of its own, as the browser says, or asks on plain HTTP: the one document of a build that is shown. */
function isReportOfWindow({ headers, nextUrl }: NextRequest, destination: string): boolean {
  const isAsked =
    destination === 'document' || (destination === '' && /text\/html/.test(headers.get('accept') ?? ''))
  return isAsked && /\.pdf$/i.test(nextUrl.pathname)
}

async function passFile(call: BrowserCall, target: Target): Promise<Response> {
  try {
    const incoming = await send(call, target)
    const { status, headers, body } = incoming
    // A part of what is looked into would be put right by halves.
    const isPart = status === 206 && !namesFiles(headers['content-type'])
    const isNothing = status === 204 && target.path !== '/index.html'
    if (isPart || isNothing || [200, 201, 203, 304, 416].includes(status)) {
      const passed = await passBack(call, target, incoming)
      return passed.ok ? responseOf(passed.data) : refuse(passed.failure.status)
    }
    body.destroy()
    const to = placeOf(headers.location)
    // Servers that clean addresses (Go's, `serve`) give the start page at the root alone.
    if (target.path === '/index.html' && to === '/') return await passFile(call, { ...target, path: to })
    // A redirect would leave the allowed origin; everything else is a file that is not there or a fault.
    const answer = { status, type: plainType(headers['content-type']), to }
    return refuse(status >= 400 && status < 500 ? 404 : 502, answer)
  } catch (error) {
    const { status } = faultRefusal(error)
    return refuse(status, { status, ...faultOf(error) })
  }
}

/** Where a redirect leads, without the origin: where systems stand is told to those who register them. */
function placeOf(location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location, 'http://system')) return undefined
  const { pathname, search } = new URL(location, 'http://system')
  return pathname + search
}

interface Use {
  /** Shown in a window of its own. */
  isWindow: boolean
  /** Run as a script, as far as the browser says it: on plain HTTP it does not. */
  isScript: boolean
}

function tell(headers: Headers, told: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(told)) if (value !== undefined) headers.set(name, value)
}

function fileTarget(origin: URL, code: string, path: string, { isWindow, isScript }: Use): Target {
  const prefix = `${basePath}/${code}`
  const isCode = isScript || scriptPath.test(path)
  /** Of a page. */
  let told: Parameters<typeof tell>[1] = {}
  let isDecoded = false
  /** What comes is a page, and a script is no script then. */
  let isPage = false
  // A part of a text may begin in the midst of a sign.
  const isHeld = ({ status, headers }: Incoming) => status < 300 && namesFiles(headers['content-type'])
  return {
    origin,
    path,
    access: 'none',
    // What is said of a page is said anew each time: one that the browser kept may bear less.
    passedOn: [
      'accept',
      ...(path.endsWith('.html') || isWindow ? [] : ['if-none-match', 'if-modified-since']),
      ...(/\.(?:html|css)$/i.test(path) ? [] : ['range', 'if-range']),
    ],
    timeout,
    accepts: (type) => !isWindow || report.test(type),
    passedBack,
    describe: (headers, given) => {
      // Of a PDF the browser keeps no copy that bears the other policy: of one in a window, or of one that is read by a script.
      headers.set(
        'cache-control',
        /\.pdf$/i.test(path) ? 'private, no-cache' : cacheControl(given['cache-control']),
      )
      if (namesFiles(given['content-type']) || isDecoded) headers.delete('content-length')
      const type = isCode && !isPage ? scriptType(given['content-type']) : given['content-type']
      if (type !== undefined)
        headers.set('content-type', isDecoded ? `${type.split(';')[0]}; charset=utf-8` : type)
      // What a page reads by `fetch` is not what it runs.
      if (scriptType(given['content-type']) !== given['content-type'])
        headers.append('vary', 'sec-fetch-dest')
      tell(headers, told)
      // Browsers show nothing in their reader of PDF under `sandbox`.
      if (isWindow) headers.set('content-security-policy', reportPolicy)
    },
    holds: (incoming) => (isHeld(incoming) ? largest : 0),
    change: (came, { headers }, isWhole) => {
      const type = headers['content-type'] ?? ''
      const encoding = isWhole ? encodingOf(came, type) : undefined
      isDecoded = encoding !== undefined
      const bytes = encoding === undefined ? came : inUtf8(came, encoding)
      isPage = isHtml.test(type) && (!isCode || beginsAsPage.test(bytes.toString('utf8', 0, 1_024)))
      if (!isWhole) return bytes
      if (isPage) told = { [builtForHeader]: builtFor(bytes, prefix), [encodingHeader]: encoding }
      const isPlaced = isPage || !isHtml.test(type)
      return isPlaced ? placed(bytes, type, `${basePath}/micro/${code}`, prefix) : bytes
    },
    inspect: async (incoming) => {
      const { status, headers, body } = incoming
      if (!isCode || status !== 200 || isHeld(incoming)) return succeeded(body)
      const decoded = streamedInUtf8(body, headers['content-type'] ?? '')
      isDecoded = decoded !== undefined
      return succeeded(decoded ?? body)
    },
  }
}

/** Browsers run a script whatever its server says that it is, but not under `nosniff`. */
function scriptType(given = 'text/plain'): string {
  return given.replace(
    /^(?:text\/(?:plain|html)|application\/(?:octet-stream|json))(?=\s*(?:;|$))/i,
    'text/javascript',
  )
}

/** The files are for signed-in people: nothing between the browser and the console keeps them. */
function cacheControl(given: string | undefined): string {
  const age = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(given ?? '')?.[1]
  if (age === undefined || /no-store|no-cache/i.test(given ?? '')) return 'private, no-cache'
  return `private, max-age=${age}${/immutable/i.test(given ?? '') ? ', immutable' : ''}`
}

/** Why nothing came, in the network's own word where there is one. */
function faultOf(error: unknown): Pick<FileAnswer, 'fault' | 'cause'> {
  const fault = error instanceof TransportError ? error.fault : 'unreachable'
  const cause = (error as { cause?: NodeJS.ErrnoException } | undefined)?.cause?.code
  // Whoever waited in vain for those who ask it already met a server that does not answer.
  if (fault === 'busy') return { fault: 'timeout', cause }
  return { fault: fault === 'clientGone' ? undefined : fault, cause }
}

/** @param answer what the system's server did, for the page that tells people of it */
function refuse(status: number, answer?: FileAnswer): Response {
  const headers = apiHeaders()
  if (answer !== undefined) headers.set(answerHeader, answerText(answer))
  return new Response(null, { status, headers })
}

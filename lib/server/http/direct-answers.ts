import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import { basePath } from '#lib/request'
import { securityHeaders } from '#lib/security-headers'
import type { BrowserRequest } from '#lib/server/session/browser-call'
import { installBeforeNext } from './before-next'

interface Handling {
  /** By method, path and query, without the base path. */
  takes: (request: Pick<IncomingMessage, 'method' | 'url'>) => boolean
  answer: (request: BrowserRequest) => Promise<Answer>
}

/** A `Response` is one. */
interface Answer {
  status: number
  headers: Headers
  body: ReadableStream | Readable | Buffer | globalThis.ReadableStream | null
}

/** Bytes: what is shorter goes as it is; what is longer is sent as it comes. */
const worthPacking = 1024
const longest = 256 * 1024
const packed = promisify(gzip)

/**
 * Answers requests without a body before Next does, whose way to a route handler takes longer than all that such a call does in
 * this process.
 */
export function installDirectAnswers({ takes, answer }: Handling): void {
  installBeforeNext((request, response, pass) => {
    // What Next works at is waited for by whoever counts its pages.
    if (!isOurs(request, takes)) return pass()
    const gone = new AbortController()
    response.once('close', () => response.writableFinished || gone.abort())
    return answered(request, gone.signal, answer).then(
      (given) => send(request, response, given).catch(() => response.destroy()),
      // Next says of a fault what it says of any.
      pass,
    )
  })
}

function isOurs(request: IncomingMessage, takes: Handling['takes']): boolean {
  const { method, headers, url = '' } = request
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (hasBody || !url.startsWith(`${basePath}/`)) return false
  return takes({ method, url: url.slice(basePath.length) })
}

async function answered(
  { method = 'GET', url = '/', headers: given }: IncomingMessage,
  signal: AbortSignal,
  answer: Handling['answer'],
): Promise<Answer> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.set(name, String(value))
  const { pathname, search } = new URL(url.slice(basePath.length), 'http://console')
  const get = (name: string) => cookieIn(headers.get('cookie') ?? '', name)
  // What Next's request is made of takes longer than the rest of the way.
  return answer({ method, headers, signal, body: null, nextUrl: { pathname, search }, cookies: { get } })
}

/** As Next reads it: of several the last one that can be decoded. */
function cookieIn(cookies: string, name: string): { value: string } | undefined {
  const values = cookies.split(/; */).flatMap((cookie) => {
    if (!cookie.startsWith(`${name}=`)) return []
    try {
      return [decodeURIComponent(cookie.slice(name.length + 1))]
    } catch {
      return []
    }
  })
  const value = values.at(-1)
  return value === undefined ? undefined : { value }
}

async function send(request: IncomingMessage, response: ServerResponse, given: Answer): Promise<void> {
  const { status, headers, body } = given
  response.statusCode = status
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
  for (const [name, value] of headers) if (name !== 'set-cookie') response.setHeader(name, value)
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  if (body === null) {
    response.end()
    return
  }
  const isText = /^application\/json\b/.test(headers.get('content-type') ?? '')
  if (isText) response.appendHeader('vary', 'Accept-Encoding')
  const length = Number(headers.get('content-length') ?? Number.NaN)
  const isPacked = isText && !(length < worthPacking) && takesGzip(request)
  if (isPacked) {
    response.removeHeader('content-length')
    response.setHeader('content-encoding', 'gzip')
  }
  if (body instanceof Uint8Array || length <= longest) {
    const bytes = body instanceof Uint8Array ? body : await buffer(body as ReadableStream | Readable)
    response.end(isPacked ? await packed(bytes) : bytes)
    return
  }
  const source = body instanceof Readable ? body : Readable.fromWeb(body as ReadableStream)
  if (isPacked) await pipeline(source, createGzip(), response)
  else await pipeline(source, response)
}

export function takesGzip({ headers }: IncomingMessage): boolean {
  return /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(headers['accept-encoding'] ?? ''))
}

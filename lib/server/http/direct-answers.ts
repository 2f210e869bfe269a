import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import { NextRequest } from 'next/server'
import { basePath } from '#lib/request'
import { securityHeaders } from '#lib/security-headers'
import { installBeforeNext } from './before-next'

interface Handling {
  /** By method, path and query, without the base path. */
  takes: (request: Pick<IncomingMessage, 'method' | 'url'>) => boolean
  answer: (request: NextRequest) => Promise<Response>
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
    response.once('close', () => gone.abort())
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
  { url = '/', headers: given }: IncomingMessage,
  signal: AbortSignal,
  answer: Handling['answer'],
): Promise<Response> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.set(name, String(value))
  const nextConfig = { basePath }
  return answer(new NextRequest(new URL(url, 'http://console'), { headers, signal, nextConfig }))
}

async function send(request: IncomingMessage, response: ServerResponse, given: Response): Promise<void> {
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
  if (length <= longest) {
    const bytes = Buffer.from(await given.arrayBuffer())
    response.end(isPacked ? await packed(bytes) : bytes)
    return
  }
  const source = Readable.fromWeb(body as ReadableStream)
  if (isPacked) await pipeline(source, createGzip(), response)
  else await pipeline(source, response)
}

function takesGzip({ headers }: IncomingMessage): boolean {
  return /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(headers['accept-encoding'] ?? ''))
}

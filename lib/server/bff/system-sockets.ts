import 'server-only'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { NextRequest } from 'next/server'
import { durations } from '#contracts/limits'
import { basePath } from '#lib/request'
import { config } from '#lib/server/config'
import { keepQuery, withAskedQuery } from '#lib/server/http/asked-query'
import { lookup } from '#lib/server/http/lookup'
import { isDenied } from '#lib/server/http/platform'
import { isTooMany } from '#lib/server/http/rate-limit'
import { upstreamHeaders } from '#lib/server/http/upstream-headers'
import { isPlainPath, microAppOfCall, readReachableApps } from '#lib/server/micro/micro-apps'
import { openCall } from '#lib/server/session/browser-call'
import { hasContextMismatch } from './context-mismatch'
import { holdOpen } from './open-streams'
import { withStatedContext } from './stated-context'

/** Headers of the handshake (RFC 6455) that are passed on; everything else is made here. */
const passedOn = ['key', 'version', 'protocol', 'extensions'].map((name) => `sec-websocket-${name}`)
const passedBack = ['accept', 'protocol', 'extensions'].map((name) => `sec-websocket-${name}`)
/** Milliseconds without a word after which it is looked whether a side is still there: one that lost its network never says so. */
const silence = 15_000

export function isSocketOfSystem({ url = '', headers }: IncomingMessage): boolean {
  return url.startsWith(`${basePath}/api/`) && headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * A WebSocket of a system's own API (FRAME-4): passed on with the person's authority, byte for byte once it stands.
 * Browsers let every site open one, with cookies, and ask nobody: the Origin that they send decides.
 */
export async function passSocket(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  socket.on('error', () => socket.destroy())
  keepQuery(request)
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const asked = new NextRequest(new URL(request.url ?? '/', 'http://console'), { headers })
  const call = withStatedContext(await openCall(withAskedQuery(asked)))
  const { pathname, search } = call.request.nextUrl
  const path = pathname.slice(`${basePath}/api`.length)
  if (!config().origins.includes(headers.get('origin') ?? '')) return refuse(socket, 403)
  if (isTooMany(headers, call.session)) return refuse(socket, 429)
  if (call.session === null) return refuse(socket, 401)
  // Nobody sees what a socket says: whoever sees the console as somebody else has none.
  if (call.session.parent !== undefined) return refuse(socket, 403)
  if (hasContextMismatch(call.headers, call.session)) return refuse(socket, 409)
  const apps = await readReachableApps(call)
  const origin = apps.ok ? microAppOfCall(apps.data, path)?.origin : undefined
  if (!apps.ok && !isDenied(apps.failure)) return refuse(socket, apps.failure.kind === 'ended' ? 401 : 502)
  if (origin === undefined || !isPlainPath(path)) return refuse(socket, 404)
  // Whose end came meanwhile tells of it no more.
  if (socket.destroyed) return
  const release = holdOpen(call, path, () => socket.destroy())
  if (release === undefined) return refuse(socket, 429)
  socket.once('close', release)
  const { accept: _, ...person } = upstreamHeaders(call)
  connect({ request, socket, head, origin, path: path + search, person })
}

interface Passage {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
  origin: URL
  path: string
  /** Headers that say whose it is. */
  person: Record<string, string>
}

function connect({ request, socket, head, origin, path, person }: Passage): void {
  const outgoing = (origin.protocol === 'https:' ? https : http).request(new URL(path, origin), {
    headers: { ...person, connection: 'Upgrade', upgrade: 'websocket', ...pick(request, passedOn) },
    timeout: durations.request,
    agent: false,
    lookup,
  })
  outgoing.on('upgrade', (answer, upstream, first) => {
    const lines = Object.entries(pick(answer, passedBack)).map(([name, value]) => `${name}: ${value}`)
    const start = ['HTTP/1.1 101 Switching Protocols', 'connection: Upgrade', 'upgrade: websocket', ...lines]
    socket.write(`${start.join('\r\n')}\r\n\r\n`)
    upstream.setTimeout(0)
    for (const side of [socket, upstream]) if (side instanceof Socket) side.setKeepAlive(true, silence)
    upstream.write(head)
    socket.write(first)
    upstream.on('error', () => socket.destroy())
    upstream.on('close', () => socket.destroy())
    socket.on('close', () => upstream.destroy())
    upstream.pipe(socket).pipe(upstream)
  })
  outgoing.on('response', (answer) => {
    answer.destroy()
    const { statusCode = 502 } = answer
    refuse(socket, statusCode >= 400 && statusCode < 500 ? statusCode : 502)
  })
  outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')))
  outgoing.on('error', () => refuse(socket, 502))
  socket.on('close', () => outgoing.destroy())
  outgoing.end()
}

function pick({ headers }: IncomingMessage, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )
}

function refuse(socket: Duplex, status: number): void {
  if (socket.destroyed || !socket.writable) return
  // A client that keeps its side open would hold the connection for good.
  socket.once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
  )
}

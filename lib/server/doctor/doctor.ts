import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { NextRequest } from 'next/server'
import { limits } from '#contracts/limits'
import { plainAddress } from '#contracts/network'
import { partHeaders } from '#lib/part-headers'
import { isProof, proofHeader } from '#lib/probe-proof'
import type { ProbeReport } from '#lib/probe-report'
import { basePath } from '#lib/request'
import { forward } from '#lib/server/bff/forward'
import { config } from '#lib/server/config'
import { clientAddress, isTrusted } from '#lib/server/http/client-address'
import { contentPolicy } from '#lib/server/http/content-policy'
import { pickHeaders } from '#lib/server/http/headers'
import { apiHeaders, envelopeResponse } from '#lib/server/http/responses'
import { secretId } from '#lib/server/session/sealed-cookie'
import { clearedSessionCookie } from '#lib/server/session/session'
import { isThisMachine } from '#lib/server/this-machine'
import { probePlatform, probeSystem } from './doctor-reach'

/** Milliseconds. */
const longestHold = 20_000
const largestCookie = 4096

/** Tells this process from others behind the same proxy. */
const processId = randomBytes(6).toString('hex')
const reportedHeaders = [
  'host',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-console',
  'origin',
  'sec-fetch-site',
  'sec-fetch-dest',
  'idempotency-key',
  'business',
  'locale',
  'cookie',
  ...Object.keys(partHeaders),
] as const

/**
 * `/api/doctor/…`: tells `npm run doctor` what only the server can see (EDGE-16). Without a fresh proof that its
 * operator asks, it is a call like any other that the contract does not know.
 */
export async function answerDoctor(request: NextRequest): Promise<Response> {
  const proof = request.headers.get(proofHeader)
  if (proof === null || !isProof(proof, config().sessionSecrets, Date.now())) return forward(request)
  const path = request.nextUrl.pathname.slice('/api/doctor'.length)
  const size = Number(request.nextUrl.searchParams.get('size') ?? 0)
  if (path === '/hold') return hold(request, size)
  if (path === '/stream') return stream()
  const body = await countBody(request)
  if (body === undefined) return envelopeResponse(413, { code: 413 })
  const cookies = [clearedSessionCookie()]
  if (path === '/cookie') cookies.push(longCookie(size))
  return report(request, body, cookies, path === '/reach')
}

async function report(
  request: NextRequest,
  body: ProbeReport['body'],
  cookies: string[],
  far: boolean,
): Promise<Response> {
  const { origins, secure, timeout, sessionSecrets, microAppOrigins } = config()
  const headers = apiHeaders(cookies)
  const [platform, systems] = far
    ? await Promise.all([probePlatform(request), Promise.all(microAppOrigins.map(probeSystem))])
    : []
  const client = clientAddress(request.headers)
  const probed: ProbeReport = {
    process: processId,
    build: await buildId(),
    now: Date.now(),
    seals: secretId(sessionSecrets[0] ?? ''),
    opens: sessionSecrets.map(secretId),
    path: request.nextUrl.pathname + request.nextUrl.search,
    headers: pickHeaders(request.headers, reportedHeaders),
    hops: hopsOf(request.headers),
    client,
    here: client !== undefined && isThisMachine(client),
    body,
    origins,
    // Not the request's own: where routes are handled it says nothing.
    basePath,
    secure,
    timeout,
    policy: contentPolicy('/login', 'NONCE', { development: process.env.NODE_ENV === 'development', secure }),
    sent: [...headers],
    platform,
    systems,
  }
  return Response.json(probed, { headers })
}

function hopsOf(headers: Headers): ProbeReport['hops'] {
  const addresses = (headers.get('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  return addresses.filter(Boolean).map((given) => {
    const address = plainAddress(given)
    return { address: address ?? given, trusted: address !== undefined && isTrusted(address) }
  })
}

async function countBody(request: NextRequest): Promise<ProbeReport['body'] | undefined> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > limits.uploadBytes) return undefined
    hash.update(chunk)
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** A slow answer, to find a proxy that waits for less time than the console does. */
async function hold(request: NextRequest, size: number): Promise<Response> {
  await wait(Math.min(size, longestHold), undefined, { signal: request.signal }).catch(() => undefined)
  return envelopeResponse(200, { code: 0 })
}

/** Two lines, the second a while after the first, to find a proxy that keeps answers back. */
function stream(): Response {
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from('first\n'))
      await wait(1500)
      controller.enqueue(Buffer.from('second\n'))
      controller.close()
    },
  })
  const headers = apiHeaders()
  headers.set('content-type', 'text/plain')
  return new Response(body, { headers })
}

/** As long as the sealed session's may be; over at once, and in nobody's way. */
function longCookie(size: number): string {
  const length = Math.max(0, Math.min(size || largestCookie, largestCookie) - 'doctor='.length)
  return `doctor=${'x'.repeat(length)}; Path=/; Max-Age=0`
}

let build: Promise<string> | undefined

function buildId(): Promise<string> {
  build ??= readFile('.next/BUILD_ID', 'utf8').catch(() => 'development')
  return build
}

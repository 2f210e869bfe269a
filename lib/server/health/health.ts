import 'server-only'
import { text as readText } from 'node:stream/consumers'
import type { NextRequest } from 'next/server'
import * as z from 'zod/mini'
import { networksOf, plainAddress } from '#contracts/network'
import { config } from '#lib/server/config'
import { clientAddress, hopsOf, isTrusted } from '#lib/server/http/client-address'
import { parseJson } from '#lib/server/http/parse-json'
import { apiHeaders } from '#lib/server/http/responses'
import { exchange, TransportError } from '#lib/server/http/transport'
import { isThisMachine } from '#lib/server/this-machine'

/** Milliseconds; longer than the platform gives its database, shorter than probes wait. */
const patience = 3000

/** What the embedded platform tells of itself; one of your own may tell nothing. */
const told = z.object({
  status: z.enum(['ready', 'notReady']),
  database: z.optional(z.string()),
  schema: z.optional(z.string()),
})

/** What `/readyz` answers. `platform` is `answers` where it has no word of its own on being ready. */
export interface Readiness {
  status: 'ready' | 'notReady'
  platform: 'ready' | 'answers' | 'notReady' | 'unreachable' | 'timeout' | 'nonsense'
  database?: string | undefined
  schema?: string | undefined
}

/** `/healthz`: the process runs and takes requests. */
export function answerAlive(request: NextRequest): Response {
  return mayProbe(request.headers) ? answer({ status: 'alive' }) : strangersAnswer()
}

/** `/readyz`: people could work, which takes the platform, its database and its schema. */
export async function answerReady(request: NextRequest): Promise<Response> {
  if (!mayProbe(request.headers)) return strangersAnswer()
  const readiness = await readinessOfPlatform()
  return answer(readiness, readiness.status === 'ready' ? 200 : 503)
}

/**
 * Whoever watches asks from this machine or PROBE_NETWORKS: directly, or through a proxy whose word on addresses is believed. What any
 * other proxy passes on may come from anywhere.
 */
export function mayProbe(headers: Headers): boolean {
  const hops = hopsOf(headers)
  const peer = plainAddress(hops.at(-1) ?? '') ?? ''
  if (hops.length > 1 && !isTrusted(peer)) return false
  const client = clientAddress(headers)
  return client !== undefined && (isThisMachine(client) || networksOf(config().probeNetworks)(client))
}

async function readinessOfPlatform(): Promise<Readiness> {
  try {
    const headers = { accept: 'application/json' }
    const { status, body } = await exchange({ method: 'GET', path: '/readyz', headers, timeout: patience })
    const found = told.safeParse(parseJson(await readText(body)))
    if (found.success && (status === 200 || status === 503)) {
      const { database, schema } = found.data
      return { status: found.data.status, platform: found.data.status, database, schema }
    }
    // A platform that knows no such address, and says so, is there.
    const isThere = status < 500
    return { status: isThere ? 'ready' : 'notReady', platform: isThere ? 'answers' : 'nonsense' }
  } catch (error) {
    const fault = error instanceof TransportError ? error.fault : 'unreachable'
    return { status: 'notReady', platform: fault === 'timeout' ? 'timeout' : 'unreachable' }
  }
}

function answer(body: object, status = 200): Response {
  return Response.json(body, { status, headers: apiHeaders() })
}

/** For everybody else there is no such address. */
function strangersAnswer(): Response {
  return new Response(null, { status: 404, headers: apiHeaders() })
}

import 'server-only'
import type { NextRequest } from 'next/server'
import { addressOf } from '#contracts/endpoint'
import { captcha } from '#contracts/session'
import { defaultLocale } from '#lib/i18n/locale'
import type { Reach } from '#lib/probe-report'
import { config } from '#lib/server/config'
import { exchange, type Incoming, TransportError } from '#lib/server/http/transport'
import { upstreamHeaders } from '#lib/server/http/upstream-headers'

/** Milliseconds; whoever takes longer is slower than people wait. */
const timeout = 5000

/** Asks the platform for a captcha: the one call of the contract that takes nobody's session. */
export function probePlatform(request: NextRequest): Promise<Reach> {
  const headers = upstreamHeaders({ session: null, locale: defaultLocale, headers: request.headers })
  const path = addressOf(captcha, { query: { key: `${Date.now()}000000` } })
  return probe(config().platform.origin, async () => {
    const incoming = await exchange({ method: captcha.method, path, headers, timeout })
    return { incoming, state: stateOfPlatform(incoming) }
  })
}

/** Asks a sub-application's server for its first page: any answer shows that it is there. */
export function probeSystem(origin: string): Promise<Reach> {
  return probe(origin, async () => {
    const headers = { accept: 'text/html' }
    const asked = { method: 'GET', origin: new URL(origin), path: '/', headers, timeout }
    const incoming = await exchange(asked)
    return { incoming, state: incoming.status < 500 ? 'ok' : 'nonsense' }
  })
}

function stateOfPlatform({ status, headers }: Incoming): Reach['state'] {
  if (status === 401 || status === 403) return 'credentials'
  return status === 200 && /^image\//.test(headers['content-type'] ?? '') ? 'ok' : 'nonsense'
}

async function probe(
  origin: string,
  ask: () => Promise<{ incoming: Incoming; state: Reach['state'] }>,
): Promise<Reach> {
  const since = Date.now()
  try {
    const { incoming, state } = await ask()
    incoming.body.on('error', () => undefined).destroy()
    const type = incoming.headers['content-type'] ?? 'no content-type'
    const clock = Date.parse(incoming.headers.date ?? '')
    return {
      origin,
      state,
      detail: `HTTP ${incoming.status}, ${type}`,
      took: Date.now() - since,
      ...(Number.isNaN(clock) ? {} : { clock }),
    }
  } catch (error) {
    return { origin, ...faultOf(error), took: Date.now() - since }
  }
}

function faultOf(error: unknown): Pick<Reach, 'state' | 'detail'> {
  const fault = error instanceof TransportError ? error.fault : 'unreachable'
  if (fault === 'timeout') return { state: 'timeout', detail: `no answer within ${timeout} ms` }
  const cause = error instanceof TransportError ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : fault
  if (/^(ENOTFOUND|EAI_)/.test(code)) return { state: 'dns', detail: code }
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return { state: 'refused', detail: code }
  if (/CERT|^ERR_TLS|^ERR_SSL|^EPROTO$|UNABLE_TO_/.test(code)) return { state: 'tls', detail: code }
  return { state: fault === 'nonsense' ? 'nonsense' : 'closed', detail: code }
}

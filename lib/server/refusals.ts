import 'server-only'
import { getTranslations } from 'next-intl/server'
import type { Locale } from '#lib/i18n/locale'
import { answer } from './answers'
import { type Fault, TransportError } from './transport'

/** Why the BFF passes a call on to nobody. */
export interface Refusal {
  status: number
  key:
    | 'crossSite'
    | 'unknownCall'
    | 'tooLong'
    | 'wrongType'
    | 'tooLarge'
    | 'tooMany'
    | 'timeout'
    | 'system'
    | 'staleTab'
  headers?: Record<string, string>
}

/** RATE_LIMIT is used up. */
export const tooMany: Refusal = { status: 429, key: 'tooMany', headers: { 'retry-after': '1' } }

export async function refuse(locale: Locale, { status, key, headers }: Refusal): Promise<Response> {
  const t = await getTranslations({ locale, namespace: 'errors' })
  return answer(status, { code: status, msg: t(key) }, [], headers)
}

const faults: Record<Exclude<Fault, 'clientGone'>, Refusal> = {
  timeout: { status: 504, key: 'timeout' },
  tooLarge: { status: 413, key: 'tooLarge' },
  unreachable: { status: 502, key: 'system' },
  nonsense: { status: 502, key: 'system' },
}

/**
 * An exchange that failed; nobody reads the answer of a client that is gone.
 * @param what the call, for the log
 */
export async function refuseFault(locale: Locale, error: unknown, what: string): Promise<Response> {
  const fault = error instanceof TransportError ? error.fault : 'unreachable'
  if (fault === 'clientGone') return new Response(null, { status: 499 })
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (fault !== 'tooLarge') console.error(`${what}: ${fault} (${cause})`)
  return refuse(locale, faults[fault])
}

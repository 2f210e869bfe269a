import 'server-only'
import { randomUUID } from 'node:crypto'
import { type Locale, platformLocale } from '#lib/i18n/locale'
import { config } from '#lib/server/config'
import type { Session } from '#lib/server/session/session'
import { clientAddress } from './client-address'
import { requestIdHeader } from './request-id'

/** What the platform is told of a call's origin (specification section 7): built here alone, never from the browser's words. */
export interface Caller {
  session: Session | null
  locale: Locale
  /** The browser's request. */
  headers: Headers
}

export function upstreamHeaders({ session, locale, headers }: Caller): Record<string, string> {
  const result: Record<string, string> = {
    accept: 'application/json',
    locale: platformLocale(locale),
    [requestIdHeader]: headers.get(requestIdHeader) ?? randomUUID(),
    authorization: session === null ? basicCredentials() : `Bearer ${session.token}`,
  }
  const address = clientAddress(headers)
  if (address !== undefined) result['x-forwarded-for'] = address
  const agent = headers.get('user-agent')
  if (agent !== null) result['user-agent'] = agent.slice(0, 300)
  if (session?.context !== undefined) {
    const { orgId, orgCode, systemId } = session.context
    result.business = encodeURIComponent(JSON.stringify({ orgId, orgCode, systemId }))
  }
  return result
}

export function basicCredentials(): string {
  const { id, secret } = config().client
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}

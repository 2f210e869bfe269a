import 'server-only'
import { contextHeader, contextText } from '#lib/page-context'
import type { Refusal } from './refusals'
import type { Session } from './session'

/**
 * A write states whose page it comes from, and from which organization and system; where the session has moved on in
 * another tab, nothing is written (EDGE-1).
 */
export function staleTab(request: Request, session: Session): Refusal | undefined {
  const stated = request.headers.get(contextHeader)
  if (request.method === 'GET' || request.method === 'HEAD' || stated === null) return undefined
  const { orgId = '', systemId = '' } = session.context ?? {}
  return stated === contextText({ userId: session.userId, orgId, systemId })
    ? undefined
    : { status: 409, key: 'staleTab' }
}

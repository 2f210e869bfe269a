import type { EndpointName } from '#contracts/registry'
import type { SignedInUser } from '#contracts/session'
import { withSection } from './answer.ts'
import type { WorkingContext } from './context.ts'
import type { Row } from './list-filters.ts'
import { type Probe, Skip } from './probe.ts'

/** What the reading steps know of the run. */
export interface Reading {
  probe: Probe
  place: WorkingContext
  /** Rows of the lists that were read, by call. */
  rows: Map<EndpointName, readonly Row[]>
  /** The signed-in person, as far as they could be read. */
  user: SignedInUser | undefined
}

/** An id of the right form that nothing has. */
export const forgedId = 'conformance-none-7q'

/** One of the form of a platform's own. */
export function forgedLike(id: string): string {
  return /^\d+$/.test(id) ? String(Number.MAX_SAFE_INTEGER) : forgedId
}

export function tell(probe: Probe, call: EndpointName, at: string, contract: string, came: string): void {
  const contractWords = withSection(call, contract)
  probe.findings.difference({ call, at, sent: probe.wordsOf(call, {}), contract: contractWords, came })
}

/** Throws a Skip where there is no row. */
export function idOf(row: Row | undefined): string {
  if (typeof row?.id === 'string') return row.id
  throw new Skip('there is no row to ask for')
}

import { sql } from 'kysely'
import type { Queries } from '#platform/kernel/db/schema'
import { breakOf, readEntries, type StoredEntry } from './entries.ts'
import type { Link, SealKeys } from './seal.ts'

/** What the operation log says of an acceptance. */
export const acceptance = {
  module: 'operation',
  type: 'update',
  method: 'CLI',
  path: 'audit accept',
} as const

/** Entries that somebody has accepted as they stand, or as missing; `seq` and `seal` are the link that the log goes on behind. */
export interface Accepted extends Link {
  from: number
  reason: string
  by: string
  /** Since 1970 in microseconds. */
  at: string
}

/** What was accepted, by the log itself: an acceptance is an entry, and counts only as the platform or its operator wrote it. */
export async function readAccepted(db: Queries, keys: SealKeys): Promise<Accepted[]> {
  const { module, type, path } = acceptance
  const isOne = sql`l.module = ${module} and l.type = ${type} and l.path = ${path}`
  const found = await readEntries(db, isOne, sql`l.seq, l.id`, 1000)
  return found.flatMap((stored) => {
    const { from, to, seal, behind, reason, by } = changesOf(stored.entry.changes)
    // The entry before may be gone, and says nothing that the seal does not.
    const isWhole = breakOf(stored, { seq: (stored.seq ?? 0) - 1, seal: String(behind) }, keys) === undefined
    if (!isWhole || typeof from !== 'number' || typeof to !== 'number' || typeof seal !== 'string') return []
    return [{ from, seq: to, seal, reason: String(reason), by: String(by), at: stored.entry.create_time }]
  })
}

/** The fields of an acceptance, as its entry has them, which is written behind the seal `behind`. */
export const acceptedFields = ({ from, seq, seal, reason, by }: Omit<Accepted, 'at'>, behind: string) => ({
  acceptedFrom: from,
  acceptedTo: seq,
  acceptedSeal: seal,
  newestSeal: behind,
  reason,
  by,
})

function changesOf(changes: unknown) {
  const fields = (changes ?? {}) as Partial<Record<string, { after?: unknown }>>
  const after = (field: string) => fields[field]?.after
  return {
    ...{ from: after('acceptedFrom'), to: after('acceptedTo'), seal: after('acceptedSeal') },
    ...{ behind: after('newestSeal'), reason: after('reason') ?? '', by: after('by') ?? '' },
  }
}

type Broken = NonNullable<ReturnType<typeof breakOf>>
/** The entry's own link, and by whom it was accepted where it was; or what is wrong with it. */
type Step = { link: Link; accepted?: Accepted } | { broken: Broken }

/** From the link of one entry, or of the beginning, to that of the next one there is. */
export function stepTo(stored: StoredEntry, last: Link, keys: SealKeys, accepted: readonly Accepted[]): Step {
  const { seq = 0, seal } = stored
  const own = { seq, seal: seal ?? '' }
  const range = seq > last.seq ? rangeBehind(last, accepted) : undefined
  if (range !== undefined && seq <= range.seq) {
    return { link: seq === range.seq ? { seq, seal: range.seal } : own, accepted: range }
  }
  const broken = breakOf(stored, range ?? last, keys)
  return broken === undefined ? { link: own } : { broken }
}

/** What was accepted in the place of the next entry. */
export const rangeBehind = ({ seq }: Link, accepted: readonly Accepted[]) =>
  accepted.findLast((range) => range.from <= seq + 1 && seq + 1 <= range.seq)

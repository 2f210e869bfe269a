import { type Accepted, acceptance, acceptedFields } from '#platform/kernel/audit/accepted'
import { breakOf, entriesBehind } from '#platform/kernel/audit/entries'
import { recordOperation } from '#platform/kernel/audit/operation-log'
import type { Link, SealKeys } from '#platform/kernel/audit/seal'
import type { Database, Queries } from '#platform/kernel/db/schema'
import { newId } from '#platform/kernel/ids'
import { Fault } from '../../scripts/lib/fault.mjs'
import type { Break, Verified } from './verify-log.ts'

/** Breaks behind which the log goes on; an entry too many, or a changed head, is not made good by a word. */
const acceptable: readonly Break[] = ['entryMissing', 'entryChanged', 'keyUnknown', 'endMissing']

export interface Acceptance {
  /** The number that the finding names. */
  number: number
  reason: string
  /** Who says so, as the machine knows them. */
  by: string
}

/**
 * Takes the first break of the log as known, up to where entries hold together again, and leaves an entry that says so.
 * @throws Fault where the break is another one, or none that can be accepted
 */
export async function acceptBreak(
  db: Database,
  keys: SealKeys,
  { finding, head }: Verified,
  { number, reason, by }: Acceptance,
  now: Date,
): Promise<Omit<Accepted, 'at'>> {
  if (finding?.seq !== number || head === undefined || !acceptable.includes(finding.what)) {
    throw new Fault(`Number ${number} is no break that can be accepted: see what audit verify names.`)
  }
  return db.transaction().execute(async (own) => {
    const range = { ...(await endOf(own, keys, number, head)), from: number, reason, by }
    const newest = await own.selectFrom('operation_head').select('seal').forUpdate().executeTakeFirstOrThrow()
    const person = { id: '', account: by, name: null, superIdentification: true }
    const author = { person, business: {}, now, address: '127.0.0.1', requestId: null }
    await recordOperation({ db: own, keys }, newId(now), author, acceptance, 'normal', {
      after: acceptedFields(range, newest.seal),
    })
    return range
  })
}

/** The link of the last entry that does not hold: the next one was written behind it, or there is none. */
async function endOf(db: Queries, keys: SealKeys, from: number, head: Link): Promise<Link> {
  let last: Link | undefined
  for await (const stored of entriesBehind(db, from - 1)) {
    if (last !== undefined && breakOf(stored, last, keys) === undefined) return last
    last = { seq: stored.seq ?? 0, seal: stored.seal ?? '' }
  }
  return head
}

import { type AcceptedFields, acceptance, digestOf } from '#platform/kernel/audit/accepted'
import { breakOf, entriesBehind } from '#platform/kernel/audit/entries'
import { recordOperation } from '#platform/kernel/audit/operation-log'
import type { Link, SealKeys } from '#platform/kernel/audit/seal'
import type { Database, Queries } from '#platform/kernel/db/schema'
import { newId } from '#platform/kernel/ids'
import { Fault } from '../../scripts/lib/fault.mjs'
import { typed } from '../../scripts/lib/paths.mjs'
import type { Break, Verified } from './verify-log.ts'

/** Breaks behind which the log goes on; an entry too many, or a changed head, is not made good by a word. */
const acceptable: readonly Break[] = [
  'entryMissing',
  'entryChanged',
  'keyUnknown',
  'endMissing',
  'acceptedChanged',
]

export interface Acceptance {
  /** What is accepted, from the number that the finding names to the last that does not hold. */
  from: number
  to: number
  reason: string
  /** Who says so, as the machine knows them. */
  by: string
}

/**
 * Takes the first break of the log as known, up to where entries hold together again, and leaves an entry that says so, with
 * a seal of what stands there now. @throws Fault where the break is another one, or none that can be accepted
 */
export async function acceptBreak(
  db: Database,
  keys: SealKeys,
  { finding, head }: Verified,
  { from, to, reason, by }: Acceptance,
  now: Date,
): Promise<void> {
  if (finding?.seq !== from || head === undefined || !acceptable.includes(finding.what)) {
    throw new Fault(`Number ${from} is no break that can be accepted: see what audit verify names.`)
  }
  await db.transaction().execute(async (own) => {
    const newest = await own.selectFrom('operation_head').select('seal').forUpdate().executeTakeFirstOrThrow()
    const end = await endOf(own, keys, from, head)
    if (end.seq !== to) {
      const range = from === end.seq ? String(from) : `${from}-${end.seq}`
      throw new Fault(
        `What does not hold is ${range}. If you have looked into all of it: ${typed('audit')} accept ${range} --reason TEXT. Nothing was accepted.`,
      )
    }
    const person = { id: '', account: by, name: null, superIdentification: true }
    const author = { person, business: {}, now, address: '127.0.0.1', requestId: null }
    const after: AcceptedFields = {
      ...{ acceptedFrom: from, acceptedTo: to, acceptedSeal: end.seal, newestSeal: newest.seal, reason, by },
      acceptedDigest: await digestOf(own, from, to, keys[0]),
    }
    await recordOperation({ db: own, keys }, newId(now), author, acceptance, 'normal', { after })
  })
}

/** The link of the last entry that does not hold: the next one was written behind it, or there is none. */
async function endOf(db: Queries, keys: SealKeys, from: number, head: Link): Promise<Link> {
  let last: Link | undefined
  for await (const stored of entriesBehind(db, from - 1)) {
    if (last !== undefined && breakOf(stored, last, keys) === undefined) return last
    if (stored.seq === last?.seq) {
      throw new Fault(
        `There are two entries of number ${stored.seq}, which cannot be accepted: one is too many.`,
      )
    }
    last = { seq: stored.seq ?? 0, seal: stored.seal ?? '' }
  }
  return head
}

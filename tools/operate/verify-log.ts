import { sql } from 'kysely'
import { type Accepted, acceptedBehind, isAsAccepted, readAccepted } from '#platform/kernel/audit/accepted'
import { breakOf, entriesBehind, readEntries, type StoredEntry } from '#platform/kernel/audit/entries'
import {
  type Head,
  headOf,
  isWhole,
  keyOf,
  type Link,
  type SealKeys,
  type StoredHead,
} from '#platform/kernel/audit/seal'
import type { Queries } from '#platform/kernel/db/schema'

/** What became of an entry, or of what holds them together. */
export type Break =
  | 'noHead'
  | 'headChanged'
  | 'entryMissing'
  | 'entryTwice'
  | 'entryChanged'
  | 'keyUnknown'
  | 'endMissing'
  | 'entryBehindEnd'
  | 'entryAdded'
  | 'goneBack'
  | 'acceptedChanged'

/** The first place at which the log is not what the platform wrote. */
export interface Finding {
  what: Break
  seq?: number
  entry?: StoredEntry['entry']
}

export interface Verified {
  /** Entries that are whole, before the first finding. */
  entries: number
  /** The times of the first and the last of them, since 1970 in microseconds. */
  first?: string
  last?: string
  head?: Link
  /** What was accepted as it stands, of which nothing is verified. */
  accepted: readonly Accepted[]
  finding?: Finding
}

/**
 * Reads the whole log, as of one moment in a transaction that only reads, and gives the first break. `noted` is a link that
 * was kept outside of the database: a log that does not hold it has lost its end.
 */
export async function verifyLog(db: Queries, keys: SealKeys, noted?: Link): Promise<Verified> {
  const { rows } = await sql<StoredHead>`select * from operation_head`.execute(db)
  const head = rows[0] && headOf(rows[0])
  if (head === undefined) return { entries: 0, accepted: [], finding: { what: 'noHead' } }
  const walked = await walk(db, keys, head, noted)
  if (walked.finding !== undefined) return walked
  const finding = isWhole(head, keys) ? await strayEntry(db, head) : headFinding(head, keys)
  return { ...walked, ...(finding && { finding }) }
}

async function walk(db: Queries, keys: SealKeys, head: Head, noted: Link | undefined): Promise<Verified> {
  let last: Link = { seq: head.pruned_seq, seal: head.pruned_seal }
  const accepted = await readAccepted(db, keys)
  const passed: Accepted[] = []
  const verified: Verified = { entries: 0, head: { seq: head.seq, seal: head.seal }, accepted: passed }
  /** Past what was accepted in the next place; whether that still stands as it did. */
  const pass = async () => {
    const range = acceptedBehind(last, accepted)
    if (range === undefined) return true
    if (!(await isAsAccepted(db, range))) return false
    passed.push(range)
    last = range
    return true
  }
  const changed = (): Verified => ({ ...verified, finding: { what: 'acceptedChanged', seq: last.seq + 1 } })
  for await (const stored of entriesBehind(db, last.seq)) {
    if (!(await pass())) return changed()
    if ((stored.seq ?? 0) <= (passed.at(-1)?.seq ?? 0)) continue
    const finding = findingOf(stored, breakOf(stored, last, keys), last, head)
    if (finding !== undefined) return { ...verified, finding }
    last = { seq: last.seq + 1, seal: stored.seal ?? '' }
    verified.entries += 1
    verified.first ??= stored.entry.create_time
    verified.last = stored.entry.create_time
  }
  if (!(await pass())) return changed()
  if (last.seq < head.seq) return { ...verified, finding: { what: 'endMissing', seq: last.seq + 1 } }
  if (last.seal !== head.seal) return { ...verified, finding: { what: 'headChanged' } }
  return noted === undefined || (await holds(db, head, noted))
    ? verified
    : { ...verified, finding: { what: 'goneBack', seq: noted.seq } }
}

/** Whether the log still has a link that was noted. One that retention has taken away since says nothing any more. */
async function holds(db: Queries, head: Head, { seq, seal }: Link) {
  if (seq === head.pruned_seq && seq > 0) return seal === head.pruned_seal
  if (seq <= head.pruned_seq) return true
  const { rows } = await sql`select 1 from operation_log where seq = ${seq} and seal = ${seal}`.execute(db)
  return rows.length > 0
}

/** What is wrong with an entry that stands behind `last`. */
function findingOf(
  { seq = 0, entry }: StoredEntry,
  what: Break | undefined,
  last: Link,
  head: Head,
): Finding | undefined {
  if (what === 'entryMissing') return { what, seq: last.seq + 1 }
  if (what !== 'entryTwice' && seq > head.seq) return { what: 'entryBehindEnd', seq, entry }
  return what && { what, seq, entry }
}

function headFinding(head: Head, keys: SealKeys): Finding {
  return { what: head.key !== '' && keyOf(head.key, keys) === undefined ? 'keyUnknown' : 'headChanged' }
}

/** An entry that has no place in the log, or one before its beginning. */
async function strayEntry(db: Queries, head: Head): Promise<Finding | undefined> {
  const [stray] = await readEntries(
    db,
    sql`l.seq is null or l.seq <= ${head.pruned_seq}`,
    sql`l.create_time, l.id`,
    1,
  )
  return stray && { what: 'entryAdded', entry: stray.entry }
}

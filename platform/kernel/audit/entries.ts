import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Queries, Schema } from '#platform/kernel/db/schema'
import { type Entry, keyOf, type Link, linkBehind, type SealKeys } from './seal.ts'

/** An entry with its place in the log; without one, nobody has sealed it. */
export interface StoredEntry {
  seq: number | undefined
  seal: string | null
  seal_key: string | null
  entry: Entry & { id: string; username: string; create_time: string }
}

/** Up to `limit` entries `l` that `condition` holds for, in the order of `order`. */
export async function readEntries(
  db: Queries,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
): Promise<StoredEntry[]> {
  const { rows } = await sql<Row>`
    select l.*, (extract(epoch from l.create_time) * 1000000)::bigint::text as microseconds
    from operation_log l where ${condition} order by ${order} limit ${limit}`.execute(db)
  return rows.map(({ seq, seal, seal_key, microseconds, ...entry }) => ({
    seq: seq === null ? undefined : Number(seq),
    seal,
    seal_key,
    entry: { ...entry, create_time: microseconds },
  }))
}

/** All entries behind that place, in their order. */
export async function* entriesBehind(db: Queries, seq: number): AsyncGenerator<StoredEntry, void> {
  const batch = 5000
  for (let behind = sql`l.seq > ${seq}`; ; ) {
    const found = await readEntries(db, behind, sql`l.seq, l.id`, batch)
    yield* found
    const last = found.at(-1)
    if (last === undefined || found.length < batch) return
    // By the id, too: a second entry of the same number stands right behind.
    behind = sql`(l.seq, l.id) > (${last.seq}, ${last.entry.id})`
  }
}

type Row = Selectable<Schema['operation_log']> & { microseconds: string }

/** What is wrong with an entry that stands behind `last`. */
export function breakOf(
  { seq = 0, seal, seal_key, entry }: StoredEntry,
  last: Link,
  keys: SealKeys,
): 'entryMissing' | 'entryTwice' | 'keyUnknown' | 'entryChanged' | undefined {
  if (seq > last.seq + 1) return 'entryMissing'
  if (seq <= last.seq) return 'entryTwice'
  const key = keyOf(seal_key, keys)
  if (key === undefined) return 'keyUnknown'
  return linkBehind(last, entry, key).seal === seal ? undefined : 'entryChanged'
}

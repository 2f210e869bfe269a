import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Queries, Schema } from '#platform/kernel/db/schema'
import type { Entry } from './seal.ts'

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

type Row = Selectable<Schema['operation_log']> & { microseconds: string }

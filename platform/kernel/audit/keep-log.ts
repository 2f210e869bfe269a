import { sql } from 'kysely'
import type { Database, Queries } from '#platform/kernel/db/schema'
import { readEntries } from './entries.ts'
import {
  beginning,
  type Head,
  headOf,
  keyOf,
  type Link,
  linkBehind,
  movedHead,
  newHead,
  type SealKeys,
  type StoredHead,
} from './seal.ts'

const batch = 1000

/**
 * Makes the log ready to be written to. One that has no sealed entry yet gets its older ones sealed: those of a version that
 * did not, and those of demo data; once it has begun, an entry without a seal is one that the platform did not write.
 * Gives how many it sealed, and whether the log was kept with keys that are none of these, and goes on with them.
 */
export async function beginLog(
  db: Queries,
  keys: SealKeys,
): Promise<{ sealed: number; isTakenOver: boolean }> {
  const head = await lockHead(db)
  if (head === undefined) return { sealed: 0, isTakenOver: false }
  const isNew = head.key === '' && head.seq === beginning.seq
  const isTakenOver = !isNew && keyOf(head.key, keys) === undefined
  const link = isNew ? await sealAll(db, keys) : head
  if (isNew || isTakenOver) await storeHead(db, newHead({ ...head, ...link }, keys))
  return { sealed: isNew ? link.seq : 0, isTakenOver }
}

async function sealAll(db: Queries, [key]: SealKeys): Promise<Link> {
  for (let last = beginning; ; ) {
    const found = await readEntries(db, sql`l.seq is null`, sql`l.create_time, l.id`, batch)
    if (found.length === 0) return last
    const sealed = found.map(({ entry }) => {
      last = linkBehind(last, entry, key)
      return { id: entry.id, ...last }
    })
    await sql`
      update operation_log l set seq = s.seq, seal = s.seal, seal_key = ${key.id}
      from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as s(id text, seq bigint, seal text)
      where l.id = s.id`.execute(db)
  }
}

/**
 * Takes away the oldest entries, up to the first that is not older than `oldest`, and keeps the last seal of theirs, so
 * that what stays is still a whole. In batches, so that nobody waits for long. Gives how many went.
 */
export async function pruneLog(db: Database, keys: SealKeys, oldest: Date): Promise<number> {
  for (let deleted = 0; ; ) {
    const taken = await db.transaction().execute((transaction) => pruneBatch(transaction, keys, oldest))
    deleted += taken
    if (taken < batch) return deleted
  }
}

async function pruneBatch(db: Queries, keys: SealKeys, oldest: Date): Promise<number> {
  const head = await lockHead(db)
  if (head === undefined) return 0
  const { rows } = await sql<{ seq: string; seal: string; old: boolean }>`
    select seq, seal, create_time < ${oldest} as old from operation_log
    where seq > ${head.pruned_seq} order by seq limit ${batch}`.execute(db)
  const kept = rows.findIndex(({ old }) => !old)
  const gone = kept === -1 ? rows : rows.slice(0, kept)
  const last = gone.at(-1)
  if (last === undefined) return 0
  await sql`
    delete from operation_log where seq > ${head.pruned_seq} and seq <= ${last.seq}`.execute(db)
  await storeHead(db, movedHead(head, { pruned_seq: Number(last.seq), pruned_seal: last.seal }, keys))
  return gone.length
}

/** The head, which nobody else moves until the transaction is over. */
async function lockHead(db: Queries): Promise<Head | undefined> {
  const { rows } = await sql<StoredHead>`
    select seq, seal, pruned_seq, pruned_seal, key, mac from operation_head for update`.execute(db)
  return rows[0] && headOf(rows[0])
}

async function storeHead(db: Queries, head: Head): Promise<void> {
  await db.updateTable('operation_head').set(head).execute()
}

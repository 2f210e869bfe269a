import { type Selectable, sql } from 'kysely'
import type { Migration, MigrationProvider } from 'kysely/migration'
import type { Database, Queries, Schema } from '#platform/kernel/db/schema'
import { type Accepted, acceptedBehind, isAsAccepted, readAccepted } from './accepted.ts'
import { breakOf, readEntries } from './entries.ts'
import {
  beginning,
  type Head,
  headOf,
  isWhole,
  keyOf,
  type Link,
  linkBehind,
  movedHead,
  newHead,
  type SealKeys,
  type StoredHead,
} from './seal.ts'
import { takenOver } from './taken-over.ts'

const batch = 1000

/** The migration that gives the log its seals. */
const sealing = '0012-operation-seal'

/**
 * The migrations, of which the one that gives the log its seals puts them on what is there, too. Nothing else does: a log
 * that looks as if it had not begun is one that somebody made look so.
 */
export function sealingMigrations(
  { getMigrations }: MigrationProvider,
  keys: () => SealKeys,
): MigrationProvider {
  return {
    async getMigrations() {
      const all = await getMigrations()
      const { [sealing]: own } = all
      if (own === undefined) return all
      const up: Migration['up'] = async (db) => {
        await own.up(db)
        await sealLog(db, keys())
      }
      return { ...all, [sealing]: { ...own, up } }
    },
  }
}

/** Seals all entries, as those of a log that begins: of a version that did not, or of demo data. */
export async function sealLog(db: Queries, keys: SealKeys): Promise<void> {
  const head = await lockHead(db)
  if (head !== undefined) await storeHead(db, newHead({ ...head, ...(await sealAll(db, keys)) }, keys))
}

/** Whether the log has begun, and nothing was written to it yet. */
export async function isEmptyLog(db: Queries, keys: SealKeys): Promise<boolean> {
  const head = await lockHead(db)
  return head?.seq === beginning.seq && isWhole(head, keys)
}

/**
 * Whether the log was kept with a key that is none of these, and whether its head is one that the platform made. A start
 * leaves the head as it is: under these keys it would say that they had written, and the next one with the right key find no entry of it.
 */
export async function openLog(
  db: Queries,
  keys: SealKeys,
): Promise<{ isOfAnotherKey: boolean; isWhole: boolean }> {
  const head = await lockHead(db)
  if (head === undefined) return { isOfAnotherKey: false, isWhole: false }
  const own = await takenOver(db, head, keys)
  return { isOfAnotherKey: own !== head, isWhole: isWhole(own, keys) }
}

async function sealAll(db: Queries, [key]: SealKeys): Promise<Link> {
  let last = beginning
  // By where they stand: looked for by what they lack, all that are left would be read and sorted for each batch.
  for (let behind = sql`true`; ; ) {
    const found = await readEntries(db, behind, sql`l.create_time, l.id`, batch)
    const newest = found.at(-1)?.entry
    if (newest === undefined) return last
    const sealed = found.map(({ entry }) => {
      last = linkBehind(last, entry, key)
      return { id: entry.id, ...last }
    })
    await sql`
      update operation_log l set seq = s.seq, seal = s.seal, seal_key = ${key.id}
      from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as s(id text, seq bigint, seal text)
      where l.id = s.id`.execute(db)
    behind = sql`(l.create_time, l.id) > (timestamptz 'epoch' + ${newest.create_time}::bigint * interval '1 microsecond', ${newest.id})`
  }
}

/** Retention has come to an entry that it may not take away. */
export class LogBroken extends Error {}

/**
 * Takes away the oldest entries, up to the first that is not older than `oldest`, and keeps the last seal of theirs, so
 * that what stays is still a whole. In batches, so that nobody waits for long.
 * @param onGone is told of what went, after each batch
 */
export async function pruneLog(
  db: Database,
  keys: SealKeys,
  oldest: Date,
  onGone: (entries: readonly Pruned[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const gone = await db.transaction().execute((own) => pruneBatch(own, keys, oldest))
    if (gone.length === 0) return
    await onGone(gone)
  }
}

/** Of an entry, what lists of the log search for. */
type Pruned = Pick<Selectable<Schema['operation_log']>, 'module' | 'type' | 'username'>

/**
 * Gives what went. Only what is as it was written goes: under a head that is moved on nothing
 * would tell of anything else any more. @throws LogBroken at an entry that is not
 */
async function pruneBatch(db: Queries, keys: SealKeys, oldest: Date): Promise<Pruned[]> {
  const head = await lockHead(db)
  if (head === undefined) return []
  const { rows } = await sql`
    select 1 from operation_log where create_time < ${oldest} and seq > ${head.pruned_seq} limit 1`.execute(
    db,
  )
  if (rows.length === 0) return []
  if (head.key !== '' && keyOf(head.key, keys) === undefined)
    throw new LogBroken(
      'the newest entries of the operation log have a key that is none of AUDIT_KEY, and all stay until it is there: atrium audit verify',
    )
  const begun: Link = { seq: head.pruned_seq, seal: head.pruned_seal }
  const { last, verified, passed, broken } = await oldestOf(db, keys, begun, oldest)
  if (last === begun && broken === undefined) return []
  if (last === begun)
    throw new LogBroken(
      `entry ${last.seq + 1} of the operation log ${broken === 'keyUnknown' ? 'has a key that is none of AUDIT_KEY' : 'is not as it was written'}, and stays with all behind it: atrium audit verify, atrium audit accept`,
    )
  const isPassed = passed.map(({ from, seq }) => sql`seq between ${from} and ${seq}`)
  const deleted = await sql<Pruned>`
    delete from operation_log where ${sql.join([sql`id = any(${verified})`, ...isPassed], sql` or `)}
    returning module, type, username`.execute(db)
  const to = { pruned_seq: last.seq, pruned_seal: last.seal }
  // Under the key that it has: another platform may not have ours yet, and no entry tells of it.
  await storeHead(db, movedHead(head, to, keys, keyOf(head.key, keys)))
  return deleted.rows
}

/** Of the next entries those that are old, up to the first that is not as it was written, or accepted. */
async function oldestOf(db: Queries, keys: SealKeys, begun: Link, oldest: Date) {
  const accepted = await readAccepted(db, keys)
  const isOld = (microseconds: string) => Number(microseconds) < oldest.getTime() * 1000
  let last = begun
  const verified: string[] = []
  const passed: Accepted[] = []
  let broken: ReturnType<typeof breakOf>
  for (const stored of await readEntries(db, sql`l.seq > ${last.seq}`, sql`l.seq, l.id`, batch)) {
    const { seq = 0 } = stored
    const range = acceptedBehind(last, accepted)
    if (range !== undefined) {
      // It goes as a whole, since a part could be told from nothing, and is as old as its acceptance.
      if (!isOld(range.at)) break
      if (!(await isAsAccepted(db, range))) broken = 'entryChanged'
      if (broken !== undefined) break
      passed.push(range)
      last = range
    }
    if (seq <= (passed.at(-1)?.seq ?? 0)) continue
    // First of all: its time is what somebody would change who wants it to go, or all behind it to stay.
    broken = breakOf(stored, last, keys)
    if (broken !== undefined || !isOld(stored.entry.create_time)) break
    last = { seq, seal: stored.seal ?? '' }
    verified.push(stored.entry.id)
  }
  return { last, verified, passed, broken }
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

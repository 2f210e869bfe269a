import { sql } from 'kysely'
import { keyLifetime } from '#contracts/idempotency'
import { pruneLog } from '#platform/kernel/audit/keep-log'
import type { SealKeys } from '#platform/kernel/audit/seal'
import { binLifetime } from '#platform/kernel/bin'
import { after, type Clock, day, hour, second } from '#platform/kernel/clock'
import type { Database } from '#platform/kernel/db/schema'
import { sweepImages } from '#platform/modules/image/sweep'

const batch = 1000

interface Kept {
  logRetentionDays: number
  auditKeys: SealKeys
}

const sweepLock = 472_012

/**
 * Removes what has run out: captchas, codes, sessions, counted attempts, keys of writes, and log rows older than `logRetentionDays`.
 * Does nothing while somebody else is at it, this platform or another: what is much may take longer than until the next time.
 */
export async function sweep(db: Database, clock: Clock, kept: Kept): Promise<void> {
  await db.connection().execute(async (own) => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_lock(${sweepLock}) as "isFree"`.execute(own)
    if (rows[0]?.isFree !== true) return
    try {
      await sweepAll(own, clock, kept)
    } finally {
      await sql`select pg_advisory_unlock(${sweepLock})`.execute(own).catch(() => {})
    }
  })
}

async function sweepAll(db: Database, clock: Clock, { logRetentionDays, auditKeys }: Kept): Promise<void> {
  const now = clock()
  const oldest = after(now, -logRetentionDays * day)
  await db.deleteFrom('captcha').where('expires_at', '<', now).execute()
  await db.deleteFrom('sign_in_attempt').where('last_at', '<', after(now, -hour)).execute()
  await db.deleteFrom('sms_code').where('expires_at', '<', now).execute()
  // No window is longer than a day.
  await db
    .deleteFrom('quota')
    .where('first_at', '<', after(now, -day - hour))
    .execute()
  await db
    .deleteFrom('idempotency_key')
    .where('made_at', '<', after(now, -keyLifetime * second))
    .execute()
  await db.deleteFrom('bin').where('deleted_at', '<', after(now, -binLifetime)).execute()
  // An ended session is kept to its natural end, so that it is told from an unknown one.
  await db.deleteFrom('session').where('expires_at', '<', now).execute()
  await sweepImages(db, now)
  const entries = await deleteOlderEntries(db, oldest)
  const operations = await pruneLog(db, auditKeys, oldest)
  if (entries > 0n || operations > 0) await forgetTerms(db)
}

/** In batches, so that a large log is never locked for long. Gives how many rows went. */
async function deleteOlderEntries(db: Database, oldest: Date): Promise<bigint> {
  for (let deleted = 0n; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from login_log where id in (
        select id from login_log where login_time < ${oldest} order by login_time limit ${batch})`.execute(db)
    deleted += numAffectedRows
    if (numAffectedRows < BigInt(batch)) return deleted
  }
}

/** Words that no row has any more. In batches: logs wait for the lock, and what a log has once it may have by the million. */
async function forgetTerms(db: Database): Promise<void> {
  for (let last: Word | undefined; ; ) {
    const from = last === undefined ? sql`true` : sql`(kind, word) > (${last.kind}, ${last.word})`
    const words = sql`select kind, word from log_word where ${from} order by kind, word limit ${batch}`
    const { rows } = await sql<Word & { gone: boolean }>`
      select w.kind, w.word, ${isGone} as gone from (${words}) as w order by w.kind, w.word`.execute(db)
    const gone = rows.filter((row) => row.gone)
    if (gone.length > 0) await forget(db, gone)
    last = rows.at(-1)
    if (rows.length < batch) return
  }
}

interface Word {
  kind: string
  word: string
}

const isGone = sql<boolean>`(not case w.kind
  when 'login' then exists (select 1 from login_log where user_name = w.word)
  when 'address' then exists (select 1 from login_log where request_ip = w.word)
  when 'operator' then exists (select 1 from operation_log where username = w.word)
  when 'module' then exists (select 1 from operation_log where module = w.word)
  else exists (select 1 from operation_log where type = w.word) end)`

/** Looks again under a lock that keeps rows from coming whose word was there when they were written. */
async function forget(db: Database, words: readonly Word[]): Promise<void> {
  const kinds = words.map(({ kind }) => kind)
  const texts = words.map(({ word }) => word)
  await db.transaction().execute(async (transaction) => {
    await sql`lock table log_word in share row exclusive mode`.execute(transaction)
    await sql`delete from log_word w using unnest(${kinds}::text[], ${texts}::text[]) as g (kind, word)
      where w.kind = g.kind and w.word = g.word and ${isGone}`.execute(transaction)
  })
}

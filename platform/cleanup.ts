import { sql } from 'kysely'
import { keyLifetime } from '#contracts/idempotency'
import { pruneLog } from '#platform/kernel/audit/keep-log'
import type { SealKeys } from '#platform/kernel/audit/seal'
import { sessionLifetime } from '#platform/kernel/auth/tokens'
import { binLifetime } from '#platform/kernel/bin'
import { after, day, hour, second } from '#platform/kernel/clock'
import type { Database } from '#platform/kernel/db/schema'
import type { Upkeep } from '#platform/kernel/metrics'
import type { TermKind } from '#platform/modules/log/search-terms'

const batch = 1000

interface Kept {
  logRetentionDays: number
  auditKeys: SealKeys
}

const sweepLock = 472_012

/**
 * Removes what has run out: captchas, codes, sessions, counted attempts, keys of writes, and log rows older than `logRetentionDays`.
 * Does nothing while somebody else is at it, this platform or another: what is much may take longer than until the next time.
 * @param now as it was when it was decided to: the clock may be put forward meanwhile
 */
export async function sweep(db: Database, now: Date, kept: Kept, told?: Upkeep): Promise<void> {
  await db.connection().execute(async (own) => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_lock(${sweepLock}) as "isFree"`.execute(own)
    if (rows[0]?.isFree !== true) return
    try {
      await sweepAll(own, now, kept, told)
    } finally {
      await sql`select pg_advisory_unlock(${sweepLock})`.execute(own).catch(() => {})
    }
  })
}

async function sweepAll(
  db: Database,
  now: Date,
  { logRetentionDays, auditKeys }: Kept,
  told: Upkeep | undefined,
): Promise<void> {
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
  await deleteOlderEntries(db, oldest)
  told?.cleaned(now)
  await pruneLog(db, auditKeys, oldest, (gone) =>
    forgetTerms(
      db,
      gone.flatMap(({ module, type, username }) => [
        { kind: 'module', word: module },
        { kind: 'type', word: type },
        { kind: 'operator', word: username },
      ]),
    ),
  )
  told?.logIsWhole('beginning', true)
}

/**
 * What a clock that was more than a day ahead has begun, or locked, lasts no longer than what begins now, whether or not anybody
 * uses it. A clock that has just been put back may be the wrong one: whoever calls this knows that it is not.
 */
export async function cutShort(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen: now, expires_at: after(now, sessionLifetime) })
    .where('expires_at', '>', after(now, sessionLifetime + day))
    .execute()
  await db.deleteFrom('sign_in_attempt').where('last_at', '>', after(now, day)).execute()
}

/** In batches, so that a large log is never locked for long. */
async function deleteOlderEntries(db: Database, oldest: Date): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ user_name: string; request_ip: string }>`
      delete from login_log where id in (
        select id from login_log where login_time < ${oldest} order by login_time limit ${batch})
      returning user_name, request_ip`.execute(db)
    await forgetTerms(
      db,
      rows.flatMap(({ user_name, request_ip }) => [
        { kind: 'login', word: user_name },
        { kind: 'address', word: request_ip },
      ]),
    )
    if (rows.length < batch) return
  }
}

interface Word {
  kind: TermKind
  word: string
}

/** Of the words of rows that are gone, those that no row has any more: looked for first, since logs wait for the lock. */
async function forgetTerms(db: Database, words: readonly Word[]): Promise<void> {
  const { rows } = await sql<Word>`
    select w.kind, w.word from (select distinct * from ${tableOf(words)}) as w where ${isGone}`.execute(db)
  if (rows.length > 0) await forget(db, rows)
}

const tableOf = (words: readonly Word[]) =>
  sql`unnest(${words.map(({ kind }) => kind)}::text[], ${words.map(({ word }) => word)}::text[]) as g (kind, word)`

const isGone = sql<boolean>`(not case w.kind
  when 'login' then exists (select 1 from login_log where user_name = w.word)
  when 'address' then exists (select 1 from login_log where request_ip = w.word)
  when 'operator' then exists (select 1 from operation_log where username = w.word)
  when 'module' then exists (select 1 from operation_log where module = w.word)
  else exists (select 1 from operation_log where type = w.word) end)`

/** Looks again under a lock that keeps rows from coming whose word was there when they were written. */
async function forget(db: Database, words: readonly Word[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`lock table log_word in share row exclusive mode`.execute(transaction)
    await sql`delete from log_word w using ${tableOf(words)}
      where w.kind = g.kind and w.word = g.word and ${isGone}`.execute(transaction)
  })
}

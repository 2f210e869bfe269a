import { sql } from 'kysely'
import { after, minute } from '#platform/kernel/clock'
import type { Queries } from '#platform/kernel/db/schema'
import { newId } from '#platform/kernel/ids'
import { isMessageKey, type Locale, messageText } from '#platform/kernel/messages'
import type { SystemFault } from './faults.ts'
import type { Stocktaking } from './store.ts'

/** A job that has not gone on for so long has lost its process. */
const patience = 2 * minute

/** Begins a job for these systems; some may have failed before it begins. The person's former ones, when over, go. */
export async function beginJob(
  db: Queries,
  accountId: string,
  given: { waiting: readonly string[]; failed: readonly SystemFault[] },
  now: Date,
): Promise<string> {
  await db
    .deleteFrom('discovery_job')
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('ended_at', 'is not', null), eb('touched_at', '<', after(now, -patience))]))
    .execute()
  const id = newId(now)
  await db
    .insertInto('discovery_job')
    .values({
      id,
      account_id: accountId,
      waiting: [...given.waiting],
      added: 0,
      changed: 0,
      gone: 0,
      failed: JSON.stringify(given.failed),
      started_at: now,
      touched_at: now,
    })
    .execute()
  return id
}

/** A system of the job is through; with the last one the job is over. */
export async function noteSystem(
  db: Queries,
  job: string,
  code: string,
  outcome: Stocktaking | SystemFault,
  now: Date,
): Promise<void> {
  const failed = 'key' in outcome ? [outcome] : []
  const [added, changed, gone] =
    'key' in outcome ? [0, 0, 0] : [outcome.added.length, outcome.changed.length, outcome.gone.length]
  await sql`
    update discovery_job set
      waiting = array_remove(waiting, ${code}),
      added = added + ${added}, changed = changed + ${changed}, gone = gone + ${gone},
      failed = failed || ${JSON.stringify(failed)}::jsonb,
      touched_at = ${now},
      ended_at = case when array_remove(waiting, ${code}) = '{}' then ${now}::timestamptz end
    where id = ${job}`.execute(db)
}

/** How the person's last job is doing, in their language. One whose process died has failed for what was left of it. */
export async function lastJob(db: Queries, accountId: string, locale: Locale, now: Date) {
  const job = await db
    .selectFrom('discovery_job')
    .where('account_id', '=', accountId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .selectAll()
    .executeTakeFirst()
  if (job === undefined) return { addIsDone: 1 }
  const isDead = job.ended_at === null && job.touched_at < after(now, -patience)
  const lost = isDead ? job.waiting.map((code) => ({ code, key: 'discoveryBroken', params: { code } })) : []
  const failed = [...job.failed, ...lost].map(({ code, key, params }) => ({
    code,
    message: messageText(locale, isMessageKey(key) ? key : 'fault', params),
  }))
  const { added, changed, gone } = job
  return { addIsDone: job.ended_at !== null || isDead ? 1 : 0, added, changed, gone, failed }
}

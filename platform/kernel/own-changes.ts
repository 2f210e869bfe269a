import type { Queries } from '#platform/kernel/db/schema'
import { hour } from './clock.ts'
import { type Rule, requireUnder } from './quota.ts'

/** What one person changes of their own in an hour: it takes no right, and each is kept in the log, with its answer for a day. */
const most = 1000

/** Counts one more. Throws a Refusal 429 beyond the bound. */
export async function countOwnChange(db: Queries, personId: string, now: Date): Promise<void> {
  const rule: Rule = { kind: 'ownChange', subject: personId, window: hour, most }
  await requireUnder(db, rule, now, 'changesSpent')
}

import { sql } from 'kysely'
import { codes } from '#contracts/envelope'
import { after, minute, second } from '#platform/kernel/clock'
import type { Queries, QuotaKind } from '#platform/kernel/db/schema'
import type { MessageKey } from '#platform/kernel/messages'
import { Refusal } from '#platform/kernel/refusal'

/** How often something may be done: `most` times within `window` from the first, `apart` from one to the next (milliseconds). */
export interface Rule {
  kind: QuotaKind
  subject: string
  window: number
  most?: number
  apart?: number
}

/**
 * Counts one more under every rule, or under none. Gives the seconds to wait while a rule forbids it, else 0. Inside a
 * transaction the rows stay locked, so that attempts at the same moment cannot outrun the count.
 */
export async function countUnder(db: Queries, rules: readonly Rule[], now: Date): Promise<number> {
  const standing = []
  for (const rule of inOrder(rules)) standing.push(await locked(db, rule, now))
  const wait = Math.max(...standing.map(({ until }) => until.getTime() - now.getTime()))
  if (wait > 0) return Math.ceil(wait / second)
  for (const { rule, fresh } of standing) {
    await rowOf(db, rule)
      .set(fresh ? { count: 1, first_at: now, last_at: now } : { count: sql`count + 1`, last_at: now })
      .execute()
  }
  return 0
}

/** The same of one rule. Throws a Refusal 429 with that message while it forbids another. */
export async function requireUnder(db: Queries, rule: Rule, now: Date, message: MessageKey): Promise<void> {
  const seconds = await countUnder(db, [rule], now)
  if (seconds > 0) throw new Refusal(codes.tooMany, message, { params: { seconds } })
}

/** The row of a rule, locked, and until when the rule forbids another. */
async function locked(db: Queries, rule: Rule, now: Date) {
  const { kind, subject, window, most = Number.POSITIVE_INFINITY, apart } = rule
  // Writes nothing new into a row that is there, but locks and gives it, even if somebody takes it away just now.
  const { count, first_at, last_at } = await db
    .insertInto('quota')
    .values({ kind, subject, count: 0, first_at: now, last_at: null })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).doUpdateSet((eb) => ({ count: eb.ref('quota.count') })),
    )
    .returning(['count', 'first_at', 'last_at'])
    .executeTakeFirstOrThrow()
  // What was counted later than now was counted by a clock that has gone back since: it counts no more.
  const isOfLater = (last_at ?? first_at) > after(now, minute)
  if (isOfLater) return { rule, fresh: true, until: now }
  const renewed = after(first_at, window)
  const isSpent = count >= most && renewed > now
  // Without a distance to keep, one at the same moment that was counted a little later is none to wait for.
  const next = last_at === null || apart === undefined ? now : after(last_at, apart)
  return { rule, fresh: count === 0 || renewed <= now, until: isSpent && renewed > next ? renewed : next }
}

/** Takes one back that came to nothing. */
export async function takeBack(db: Queries, rules: readonly Rule[]): Promise<void> {
  for (const rule of inOrder(rules)) {
    await rowOf(db, rule).set({ count: sql`greatest(count - 1, 0)`, last_at: null }).execute()
  }
}

export async function forget(db: Queries, { kind, subject }: Rule): Promise<void> {
  await db.deleteFrom('quota').where('kind', '=', kind).where('subject', '=', subject).execute()
}

/** One order everywhere: two that wait for each other's rows would wait for ever. */
function inOrder(rules: readonly Rule[]): Rule[] {
  return rules.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
}

function rowOf(db: Queries, { kind, subject }: Rule) {
  return db.updateTable('quota').where('kind', '=', kind).where('subject', '=', subject)
}

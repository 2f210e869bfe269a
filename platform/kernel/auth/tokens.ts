import { createHash, randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { after, hour, minute } from '#platform/kernel/clock'
import type { Queries } from '#platform/kernel/db/schema'

/** How long a session lasts at most, and how long without a call. */
export const sessionLifetime = 8 * hour
export const idleLifetime = 2 * hour
/** How long somebody may see the console as somebody else before they begin anew. */
export const viewLifetime = 30 * minute

interface Visitor {
  address: string
  agent: string
  now: Date
}

/**
 * Begins a session and gives its token, which is stored only as a hash.
 * @param parentHash the session from which somebody begins to see the console as this account
 */
export async function beginSession(
  db: Queries,
  accountId: string,
  visitor: Visitor,
  parentHash?: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('session')
    .values({
      token_hash: tokenHash(token),
      account_id: accountId,
      ip: visitor.address,
      agent: visitor.agent,
      login_time: visitor.now,
      last_seen: visitor.now,
      expires_at: after(visitor.now, parentHash === undefined ? sessionLifetime : viewLifetime),
      parent_hash: parentHash ?? null,
    })
    .execute()
  return token
}

/** Ends all sessions of an account, but for the one to keep: their next call is answered 102002. Gives how many. */
export async function endSessionsOf(
  db: Queries,
  accountId: string,
  now: Date,
  keptHash?: string,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .$if(keptHash !== undefined, (all) => all.where('token_hash', '!=', keptHash ?? ''))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** The sessions `s` of the people themselves that would still be let in. */
export function liveSessions(now: Date): RawBuilder<boolean> {
  return sql<boolean>`s.parent_hash is null and s.ended_at is null and s.expires_at > ${now} and s.last_seen > ${after(now, -idleLifetime)}`
}

/** The id of the session `s`, as people see it: it tells nothing of the token, not even its stored hash. */
export const shownId = sql<string>`md5('online' || s.token_hash)`

export async function endSession(db: Queries, hash: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ ended_at: now }).where('token_hash', '=', hash).execute()
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

import { createHash, randomBytes } from 'node:crypto'
import { after, hour } from '#platform/kernel/clock'
import type { Queries } from '#platform/kernel/db/schema'

/** How long a session lasts at most, and how long without a call. */
export const sessionLifetime = 8 * hour
export const idleLifetime = 2 * hour

export interface Visitor {
  address: string
  agent: string
  now: Date
}

/** Begins a session and gives its token, which is stored only as a hash. */
export async function beginSession(db: Queries, accountId: string, visitor: Visitor): Promise<string> {
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
      expires_at: after(visitor.now, sessionLifetime),
    })
    .execute()
  return token
}

/** Ends all sessions of an account, but for the one to keep: their next call is answered 102002. */
export async function endSessionsOf(
  db: Queries,
  accountId: string,
  now: Date,
  keptHash?: string,
): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .$if(keptHash !== undefined, (all) => all.where('token_hash', '!=', keptHash ?? ''))
    .execute()
}

export async function endSession(db: Queries, hash: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ ended_at: now }).where('token_hash', '=', hash).execute()
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

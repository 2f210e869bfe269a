import { networkOf } from '#contracts/network'
import { after, minute, second } from '#platform/kernel/clock'
import type { Database, Queries } from '#platform/kernel/db/schema'

const failuresBeforeLock = 5
const longestLock = 15 * minute
/** Failures older than this, counted from the end of their lock, are forgotten. */
const memory = 15 * minute

/**
 * Counts an attempt before its password is looked at, so that attempts at the same moment cannot outrun the count;
 * success takes the count back. Gives the seconds left while the account is locked for this address, else 0.
 */
export async function countAttempt(
  db: Database,
  account: string,
  address: string,
  now: Date,
): Promise<number> {
  const key = account.toLowerCase()
  const network = networkOf(address)
  return db.transaction().execute(async (transaction) => {
    // Writes nothing new into a row that is there, but locks and gives it, even if a success takes it away just now.
    const row = await transaction
      .insertInto('sign_in_attempt')
      .values({ account: key, address: network, failures: 0, last_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['account', 'address'])
          .doUpdateSet((eb) => ({ failures: eb.ref('sign_in_attempt.failures') })),
      )
      .returning(['failures', 'last_at', 'locked_until'])
      .executeTakeFirstOrThrow()
    const own = transaction
      .updateTable('sign_in_attempt')
      .where('account', '=', key)
      .where('address', '=', network)
    if (row.locked_until !== null && row.locked_until > now) {
      const left = row.locked_until.getTime() - now.getTime()
      if (left <= longestLock) return Math.ceil(left / second)
      // No lock is so long: the clock has gone back since, and it begins anew.
      const until = lockAfter(row.failures, now) ?? now
      await own.set({ last_at: now, locked_until: until }).execute()
      return Math.ceil((until.getTime() - now.getTime()) / second)
    }
    const isForgotten = now >= after(row.locked_until ?? row.last_at, memory)
    const failures = (isForgotten ? 0 : row.failures) + 1
    await own.set({ failures, last_at: now, locked_until: lockAfter(failures, now) }).execute()
    return 0
  })
}

/** One minute after the fifth failure, doubling with each further one up to fifteen. */
function lockAfter(failures: number, now: Date): Date | null {
  if (failures < failuresBeforeLock) return null
  return after(now, Math.min(minute * 2 ** (failures - failuresBeforeLock), longestLock))
}

/** Whether the account's sign-in is locked at some address. */
export async function isLocked(db: Queries, account: string, now: Date): Promise<boolean> {
  const lock = await db
    .selectFrom('sign_in_attempt')
    .where('account', '=', account.toLowerCase())
    .where('locked_until', '>', now)
    .select('account')
    .executeTakeFirst()
  return lock !== undefined
}

/** @param address the only one to forget; without it, all of them */
export async function forgetAttempts(db: Queries, account: string, address?: string): Promise<void> {
  await db
    .deleteFrom('sign_in_attempt')
    .where('account', '=', account.toLowerCase())
    .$if(address !== undefined, (all) => all.where('address', '=', networkOf(address ?? '')))
    .execute()
}

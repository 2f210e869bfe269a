import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { second } from '#platform/kernel/clock'
import { CommitLost, isConnectionLost } from './failures.ts'
import type { Database, Queries } from './schema.ts'

/** How long a call waits for a database that is away: longer than it takes to start again, far shorter than callers wait. */
const callPatience = 3 * second
/** How long it waits to hear what became of a COMMIT: longer than another server takes to become the primary. */
const outcomePatience = 6 * second
const firstPause = second / 20
const longestPause = second / 4
const longestLock = 2 * second

/**
 * Does `work` again while the connection gets lost, for `patience` milliseconds at most. For what may be done twice: reads,
 * writes that come to the same the second time, and whole transactions, which the database rolls back when it loses
 * their connection before COMMIT. What was lost during COMMIT is not done again: see `onceOnly`.
 */
export async function retryLost<T>(work: () => Promise<T>, patience = callPatience): Promise<T> {
  // Not by the clock, which may go back meanwhile.
  const until = performance.now() + patience
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await work()
    } catch (error) {
      if (!isConnectionLost(error) || performance.now() + pause > until) throw error
    }
    await sleep(pause)
  }
}

/**
 * Runs `work` in a transaction that happens once or not at all, whenever its connection is lost. `mark` is the last thing
 * in it, and adds a row with an id that only this transaction knows, or gives false where the row is there already: by it
 * the database is asked what became of a COMMIT whose answer was lost. (Not by the transaction's number: one that was
 * lost in a crash is given out again.) Throws CommitLost when the database does not tell in time.
 */
export async function onceOnly<T>(
  db: Database,
  work: (db: Queries) => Promise<T>,
  mark: (db: Queries, done: T) => Promise<boolean>,
  patience?: number,
): Promise<T> {
  return retryLost(async () => {
    let attempt: { done: T } | undefined
    try {
      return await db.transaction().execute(async (transaction) => {
        attempt = { done: await work(transaction) }
        await mark(transaction, attempt.done)
        return attempt.done
      })
    } catch (error) {
      if (!(error instanceof CommitLost) || attempt === undefined) throw error
      if (await wasDone(db, mark, attempt.done, patience).catch(() => Promise.reject(error)))
        return attempt.done
      throw error.cause
    }
  }, patience)
}

/** Adds the mark and takes it back, which waits for a transaction that is adding it at this moment. */
async function wasDone<T>(
  db: Database,
  mark: (db: Queries, done: T) => Promise<boolean>,
  done: T,
  patience = outcomePatience,
): Promise<boolean> {
  return retryLost(async () => {
    const transaction = await db.startTransaction().execute()
    try {
      await sql`select set_config('lock_timeout', ${String(longestLock)}, true)`.execute(transaction)
      return !(await mark(transaction, done))
    } finally {
      await transaction.rollback().execute()
    }
  }, patience)
}

import { sweep } from '#platform/cleanup'
import type { Config } from '#platform/config'
import { noteHead } from '#platform/kernel/audit/noted-head'
import { type Clock, minute } from '#platform/kernel/clock'
import type { Database } from '#platform/kernel/db/schema'
import { causeOf, type Log } from '#platform/kernel/log'

/** Cleans up, and notes where the operation log ends, each minute. Gives what ends it. */
export function keepUp(db: Database, clock: Clock, config: () => Config, log: Log): () => Promise<void> {
  const tick = setInterval(() => {
    sweep(db, clock, config()).catch((error: unknown) => log.warn('cleanup failed', causeOf(error)))
    noteHead(db, config().dataDir, clock()).then(
      (holds) =>
        holds ||
        log.error('the operation log has lost its end, or an older copy was restored: atrium audit verify'),
      (error: unknown) => log.warn('the end of the operation log could not be noted', causeOf(error)),
    )
  }, minute)
  return async () => clearInterval(tick)
}

import { sql } from 'kysely'
import { cutShort, sweep } from '#platform/cleanup'
import type { Config } from '#platform/config'
import { LogBroken } from '#platform/kernel/audit/keep-log'
import { noteHead } from '#platform/kernel/audit/noted-head'
import { after, type Clock, day, hour, minute, second } from '#platform/kernel/clock'
import type { Database } from '#platform/kernel/db/schema'
import { causeOf, type Log } from '#platform/kernel/log'
import type { Upkeep } from '#platform/kernel/metrics'
import { sweepImages } from '#platform/modules/image/sweep'

/** Of a clock that is put forward or back, and how long it may then be put right, since what is removed is gone. Milliseconds. */
const leap = day
const patience = hour
/** What one platform keeps for minutes, another one whose clock is ahead would take for run out. Milliseconds. */
const mostApart = minute

/**
 * Cleans up, and notes where the operation log ends, each minute; looks each hour for pictures that nobody shows, which takes
 * every account and the whole bin. Gives what ends it: done when what is under way is.
 */
export function keepUp(
  db: Database,
  clock: Clock,
  config: () => Config,
  log: Log,
  told?: Upkeep,
): () => Promise<void> {
  const failed = (error: unknown) => {
    if (!(error instanceof LogBroken)) return log.warn('cleanup failed', causeOf(error))
    told?.logIsWhole('beginning', false)
    log.error(error.message)
  }
  let last = clock()
  let waits = 0
  /** Minutes for which the clock has gone on as clocks do; one that was wrong from the start is put right in the first. */
  let steady = 0
  /** Asked each minute. */
  const seeClock = (): void => {
    const now = clock()
    steady = Math.abs(now.getTime() - last.getTime()) > leap ? 0 : steady + 1
    if (now > after(last, leap)) {
      waits = patience / minute
      log.warn('the clock was put forward: what has run out by it is removed in an hour', {
        from: last,
        to: now,
      })
    } else if (waits > 0) waits -= 1
    last = now
  }
  let isApart = false
  /** Every platform has the same database. */
  const compareClocks = async (): Promise<void> => {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
    const ahead = clock().getTime() - (rows[0]?.now.getTime() ?? 0)
    const wasApart = isApart
    isApart = Math.abs(ahead) > mostApart
    if (isApart && !wasApart)
      log.warn('the clocks of this machine and of the database differ: set both by NTP', {
        secondsAhead: Math.round(ahead / second),
      })
    if (wasApart && !isApart) log.info('the clocks of this machine and of the database agree again')
  }
  const underWay = new Set<Promise<unknown>>()
  const run = (work: Promise<unknown>): void => {
    underWay.add(work)
    work.finally(() => underWay.delete(work))
  }
  const minutely = setInterval(() => {
    seeClock()
    // A database that is away is told elsewhere.
    run(compareClocks().catch(() => {}))
    if (waits === 0) run(sweep(db, last, config(), told).catch(failed))
    // One that is behind would end what others have begun a moment ago.
    if (steady > patience / minute && !isApart) run(cutShort(db, last).catch(failed))
    run(
      noteHead(db, config().dataDir, clock()).then(
        (holds) => {
          told?.logIsWhole('end', holds)
          if (holds) return
          log.error('the operation log has lost its end, or an older copy was restored: atrium audit verify')
        },
        (error: unknown) => log.warn('the end of the operation log could not be noted', causeOf(error)),
      ),
    )
  }, minute)
  const hourly = setInterval(() => {
    if (waits === 0) run(sweepImages(db, clock()).catch(failed))
  }, hour)
  return async () => {
    clearInterval(minutely)
    clearInterval(hourly)
    await Promise.all(underWay)
  }
}

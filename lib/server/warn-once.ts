import 'server-only'
import { log } from './log'

/**
 * Gives the function that writes a line about something that goes wrong once in `period` milliseconds, with how often it
 * went wrong meanwhile: whoever can make it go wrong could otherwise fill the log. Of `most` different lines at most; those
 * beyond are not written either.
 */
export function warnOnceIn(period: number, most: number) {
  /** When each line was written, and how often it would have been again since then. */
  const written = new Map<string, { at: number; again: number }>()

  /** @param requestId of the request that it went wrong for, the first of them */
  return (line: string, requestId?: string | null, now = performance.now()): void => {
    const known = written.get(line)
    if (known !== undefined && now - known.at < period) {
      known.again += 1
      return
    }
    for (const [old, { at, again }] of written) {
      if (now - at < period) continue
      written.delete(old)
      if (again > 0) log.warn(old, { timesMore: again })
    }
    if (written.size >= most) return
    written.set(line, { at: now, again: 0 })
    log.warn(line, { requestId: requestId ?? undefined })
  }
}

export const warnOncePerMinute = warnOnceIn(60_000, 200)

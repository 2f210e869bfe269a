import 'server-only'
import { log } from './log'

/** Milliseconds in which the same line is written once; so many different ones are remembered. */
const period = 60_000
const mostLines = 200

/** When each line was written, and how often it would have been again since then. */
const written = new Map<string, { at: number; again: number }>()

/**
 * Writes a line about something that goes wrong, once a minute, with how often it went wrong meanwhile: whoever can make
 * it go wrong could otherwise fill the log. Lines beyond what is remembered are not written either.
 * @param requestId of the request that it went wrong for, the first of them
 */
export function warnOncePerMinute(line: string, requestId?: string | null, now = Date.now()): void {
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
  if (written.size >= mostLines) return
  written.set(line, { at: now, again: 0 })
  log.warn(line, { requestId: requestId ?? undefined })
}

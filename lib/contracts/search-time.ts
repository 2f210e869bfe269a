import * as z from 'zod/mini'
import { patterns } from './patterns.ts'

/**
 * `2026-11-21`, `2026-11-21 08:00:00` or with `T`, optionally with an offset (else UTC), of a day that exists; or seconds
 * or milliseconds since 1970. Empty means no filter. Both ends of a range count, an end as long as it is exact: a day
 * to its last moment, 08:00 to the end of that minute.
 */
export const searchTime = z.optional(
  z.string().check(
    z.trim(),
    z.refine(
      (value) =>
        value === '' || patterns.epoch.test(value) || (patterns.time.test(value) && dayExists(value)),
      'time',
    ),
  ),
)

function dayExists(time: string): boolean {
  const day = time.slice(0, 10)
  const read = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day)
}

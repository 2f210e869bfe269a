/** In milliseconds. */
const day = 86_400_000

/** Of the zone that was asked for last: a file has a million times of one zone. */
let clocks: Intl.DateTimeFormat | undefined

function clocksOf(timeZone: string): Intl.DateTimeFormat {
  if (clocks?.resolvedOptions().timeZone === timeZone) return clocks
  clocks = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return clocks
}

/** Milliseconds that the clocks of a time zone are ahead of UTC at an instant. */
function aheadOfUtc(instant: number, timeZone: string): number {
  const parts = clocksOf(timeZone).formatToParts(instant)
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  )
  return shown - Math.floor(instant / 1000) * 1000
}

/**
 * The instant that clocks of a time zone show as `local` (`2026-11-21T08:30`, seconds optional), in ISO with `Z`; nothing
 * when it is no time. Of a time that they show twice, going back, it is `which`; one that they skip counts as the one an
 * hour later.
 */
export function instantOf(
  local: string,
  timeZone: string,
  which: 'first' | 'last' = 'first',
): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{3})?)?$/.test(local)) return undefined
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return undefined
  // By the clocks of the day before and of the day after.
  const instants = [asUtc - day, asUtc + day].map((near) => asUtc - aheadOfUtc(near, timeZone))
  const shown = instants.filter((instant) => instant + aheadOfUtc(instant, timeZone) === asUtc)
  if (shown.length === 0) return new Date(Math.max(...instants)).toISOString()
  return new Date(which === 'first' ? Math.min(...shown) : Math.max(...shown)).toISOString()
}

/**
 * The instant of a time that a platform tells. One without a zone is what the person's clocks show, so that it shows as it was
 * told; digits alone are the seconds, or milliseconds, since 1970. Nothing when it is no time.
 */
export function toldTime(told: string | null | undefined, timeZone: string): Date | undefined {
  if (!told) return undefined
  if (/^\d{10}(\d{3})?$/.test(told)) return new Date(Number(told.padEnd(13, '0')))
  const [, day, time = '00:00'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?)?$/.exec(told) ?? []
  const instant = new Date(day === undefined ? told : (instantOf(`${day}T${time}`, timeZone) ?? Number.NaN))
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

/** A time of an address as a field for minutes can hold it: an instant on the person's clocks, the others by `minuteOf`. */
export function shownMinute(given: string, timeZone: string, which: 'first' | 'last'): string {
  const isInstant = /^\d+$|(?:Z|[+-]\d{2}:?\d{2})$/i.test(given) && !/^\d{4}-\d{2}-\d{2}$/.test(given)
  const instant = isInstant ? toldTime(given, timeZone)?.getTime() : undefined
  if (instant === undefined) return minuteOf(given, which)
  return new Date(instant + aheadOfUtc(instant, timeZone)).toISOString().slice(0, 16)
}

/** A day alone, as an address may name it, is meant from its first minute to its last; before a clock a space is as good as `T`. */
export function minuteOf(local: string, which: 'first' | 'last'): string {
  if (/^\d{4}-\d{2}-\d{2} \d/.test(local)) return local.replace(' ', 'T')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(local)) return local
  return `${local}T${which === 'first' ? '00:00' : '23:59'}`
}

/** The last moment of the minute that a field for minutes shows: both ends of a range are included. */
export function endOfMinute(local: string): string {
  return /T\d{2}:\d{2}$/.test(local) ? `${local}:59.999` : local
}

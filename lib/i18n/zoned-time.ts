/** Milliseconds that the clocks of a time zone are ahead of UTC at an instant. */
function aheadOfUtc(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
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
 * when it is no time. A time that the clocks skip counts as the one an hour later.
 */
export function instantOf(local: string, timeZone: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{3})?)?$/.test(local)) return undefined
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return undefined
  const guess = asUtc - aheadOfUtc(asUtc, timeZone)
  return new Date(asUtc - aheadOfUtc(guess, timeZone)).toISOString()
}

/** A day alone, as an address may name it, is meant from its first minute to its last. */
export function minuteOf(local: string, which: 'first' | 'last'): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(local)) return local
  return `${local}T${which === 'first' ? '00:00' : '23:59'}`
}

/** The last moment of the minute that a field for minutes shows: both ends of a range are included. */
export function endOfMinute(local: string): string {
  return /T\d{2}:\d{2}$/.test(local) ? `${local}:59.999` : local
}

import { minuteOf as wholeMinute } from './i18n/zoned-time'

/** The ranges of time that logs are asked for most. */
export const rangeKeys = ['today', 'yesterday', 'week', 'month'] as const
type RangeKey = (typeof rangeKeys)[number]

/** Days from the first one on, today included, and how many of them. */
const spans: Readonly<Record<RangeKey, { back: number; days: number }>> = {
  today: { back: 0, days: 1 },
  yesterday: { back: 1, days: 1 },
  week: { back: 6, days: 7 },
  month: { back: 29, days: 30 },
}

const two = (number: number) => String(number).padStart(2, '0')

/** A minute on this machine's clocks, as fields and addresses have it: `2026-11-21T08:30`. */
function minuteOf(time: Date): string {
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-')
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}

/** The first and the last minute of a range of whole days. */
export function rangeOf(key: RangeKey, now: Date): [first: string, last: string] {
  const { back, days } = spans[key]
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - back)
  const last = new Date(now.getFullYear(), now.getMonth(), now.getDate() - back + days - 1, 23, 59)
  return [minuteOf(first), minuteOf(last)]
}

/**
 * A range as it is said in a chip, in the language's order: `11/21 08:30 – …`, with years unless all of it is in this one;
 * nothing where there is none. What an address names in another way is said as it stands there.
 *
 * @param ends `2026-11-21T08:30` or `2026-11-21`, on the person's clocks
 */
export function rangeText(
  [first, last]: readonly [string | undefined, string | undefined],
  { locale, thisYear }: { locale: string; thisYear: string },
): string | undefined {
  const ends = [first && wholeMinute(first, 'first'), last && wholeMinute(last, 'last')]
  if (!ends.some(Boolean)) return undefined
  const isThisYear = ends.every((end) => !end || end.startsWith(`${thisYear}-`))
  const format = new Intl.DateTimeFormat(locale, {
    ...(!isThisYear && { year: 'numeric' }),
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  const textOf = (end: string | undefined) => {
    if (!end) return '…'
    const time = new Date(`${end}Z`)
    return Number.isNaN(time.getTime()) ? end : format.format(time)
  }
  return ends.map(textOf).join(' – ')
}

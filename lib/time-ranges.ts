/** The ranges of time that logs are asked for most. */
export const rangeKeys = ['today', 'yesterday', 'week', 'month'] as const
export type RangeKey = (typeof rangeKeys)[number]

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

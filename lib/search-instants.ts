import { endOfMinute, instantOf, minuteOf } from './i18n/zoned-time'

/** The ends of the searches by time. */
const ranges = [
  ['beginTime', 'endTime'],
  ['lastLoginFrom', 'lastLoginTo'],
] as const

/** An address has times as the person's clocks show them; the platform takes instants, also those that an address says itself. */
export function asInstants(text: Readonly<Record<string, string>>, zone: string): Record<string, unknown> {
  return Object.fromEntries(
    ranges.flatMap(([from, to]) => [
      ...(text[from] ? [[from, instantIn(text[from], zone, 'first')]] : []),
      ...(text[to] ? [[to, instantIn(text[to], zone, 'last')]] : []),
    ]),
  )
}

function instantIn(end: string, zone: string, which: 'first' | 'last'): string {
  const minute = minuteOf(end, which)
  const time = which === 'first' ? minute : endOfMinute(minute)
  return instantOf(time, zone, which) ?? time
}

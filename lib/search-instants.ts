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
      ...(text[from] ? [[from, instantIn(minuteOf(text[from], 'first'), zone)]] : []),
      ...(text[to] ? [[to, instantIn(endOfMinute(minuteOf(text[to], 'last')), zone)]] : []),
    ]),
  )
}

function instantIn(time: string, zone: string): string {
  return instantOf(time, zone) ?? time
}

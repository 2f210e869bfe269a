import { patterns } from './patterns.ts'

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

/**
 * The first and the last millisecond that a time of a search names, which is checked already: a day, a minute and a
 * second are as long as they are. Without an offset it is UTC. Nothing for none.
 */
export function timeRangeOf(text: string | undefined): { first: Date; last: Date } | undefined {
  if (text === undefined || text === '') return undefined
  if (patterns.epoch.test(text)) {
    const isSeconds = text.length === 10
    return span(Number(text) * (isSeconds ? second : 1), isSeconds ? second : 1)
  }
  const [, date = '', clock = '', offset = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T]([\d:.]+)(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text) ?? []
  const zone = offset.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
  return span(Date.parse(`${date}T${clock || '00:00'}${zone}`), lengthOf(clock))
}

/** Whether a range ends where it begins or later; one that is open at an end does. */
export function areInOrder(beginTime: string | undefined, endTime: string | undefined): boolean {
  const [begin, end] = [timeRangeOf(beginTime), timeRangeOf(endTime)]
  return begin === undefined || end === undefined || begin.first <= end.last
}

function lengthOf(clock: string): number {
  if (clock === '') return day
  if (clock.includes('.')) return 1
  return clock.length > 5 ? second : minute
}

function span(start: number, length: number): { first: Date; last: Date } {
  return { first: new Date(start), last: new Date(start + length - 1) }
}

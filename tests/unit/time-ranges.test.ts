import { expect, test } from 'vitest'
import { rangeOf, rangeText } from '#lib/time-ranges'

test('OLOG-1 a range is whole days on the clocks of the machine, over the ends of months and years', () => {
  const now = new Date(2026, 0, 3, 8, 30)
  expect(rangeOf('today', now)).toEqual(['2026-01-03T00:00', '2026-01-03T23:59'])
  expect(rangeOf('yesterday', now)).toEqual(['2026-01-02T00:00', '2026-01-02T23:59'])
  expect(rangeOf('week', now)).toEqual(['2025-12-28T00:00', '2026-01-03T23:59'])
  expect(rangeOf('month', now)).toEqual(['2025-12-05T00:00', '2026-01-03T23:59'])
})

test('I18N-2 OLOG-1 a range is said in the language’s order, with years unless it is all of this one', () => {
  const said = (locale: string, ...ends: [string | undefined, string | undefined]) =>
    rangeText(ends, { locale, thisYear: '2026' })
  const days = ['2026-11-21', '2026-11-22T08:30'] as const
  expect(said('zh-cn', ...days)).toBe('11/21 00:00 – 11/22 08:30')
  expect(said('en', ...days)).toBe('11/21, 00:00 – 11/22, 08:30')
  expect(said('en', '2025-11-21', '2026-11-21')).toBe('11/21/2025, 00:00 – 11/21/2026, 23:59')
  expect(said('zh-cn', undefined, '2025-11-21')).toBe('… – 2025/11/21 23:59')
  expect(said('zh-cn', undefined, undefined)).toBeUndefined()
  expect(said('en', '1763683200000', undefined)).toBe('1763683200000 – …')
})

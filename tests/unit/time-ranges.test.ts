import { expect, test } from 'vitest'
import { rangeOf } from '#lib/time-ranges'

test('OLOG-1 a range is whole days on the clocks of the machine, over the ends of months and years', () => {
  const now = new Date(2026, 0, 3, 8, 30)
  expect(rangeOf('today', now)).toEqual(['2026-01-03T00:00', '2026-01-03T23:59'])
  expect(rangeOf('yesterday', now)).toEqual(['2026-01-02T00:00', '2026-01-02T23:59'])
  expect(rangeOf('week', now)).toEqual(['2025-12-28T00:00', '2026-01-03T23:59'])
  expect(rangeOf('month', now)).toEqual(['2025-12-05T00:00', '2026-01-03T23:59'])
})

import { afterEach, expect, test, vi } from 'vitest'
import { warnOncePerMinute } from '#lib/server/warn-once'

afterEach(() => vi.restoreAllMocks())

test('CALL-3 the same trouble is one line a minute with its number, and different ones are bounded', () => {
  const lines: string[] = []
  vi.spyOn(console, 'error').mockImplementation((line) => lines.push(String(line)))
  for (let call = 0; call < 1000; call += 1) warnOncePerMinute('the platform did not answer', call * 59)
  warnOncePerMinute('another', 1000)
  expect(lines).toEqual(['the platform did not answer', 'another'])
  warnOncePerMinute('the platform did not answer', 60_000)
  warnOncePerMinute('the platform did not answer', 200_000)
  expect(lines.slice(2)).toEqual([
    'the platform did not answer (999 times more)',
    'the platform did not answer',
    'the platform did not answer',
  ])
  for (let other = 0; other < 1000; other += 1) warnOncePerMinute(`other ${other}`, 300_000)
  expect(lines.length).toBeLessThanOrEqual(5 + 200)
  warnOncePerMinute('after all of them', 400_000)
  expect(lines.at(-1)).toBe('after all of them')
})

import { afterEach, expect, test, vi } from 'vitest'
import { log } from '#lib/server/log'
import { warnOncePerMinute } from '#lib/server/warn-once'

afterEach(() => vi.restoreAllMocks())

test('CALL-3 the same trouble is one line a minute with its number, and different ones are bounded', () => {
  const lines: string[] = []
  vi.spyOn(log, 'warn').mockImplementation((line, fields) => {
    lines.push(fields?.timesMore === undefined ? line : `${line} (${fields.timesMore} times more)`)
  })
  const warn = (line: string, now: number) => warnOncePerMinute(line, undefined, now)
  for (let call = 0; call < 1000; call += 1) warn('the platform did not answer', call * 59)
  warn('another', 1000)
  expect(lines).toEqual(['the platform did not answer', 'another'])
  warn('the platform did not answer', 60_000)
  warn('the platform did not answer', 200_000)
  expect(lines.slice(2)).toEqual([
    'the platform did not answer (999 times more)',
    'the platform did not answer',
    'the platform did not answer',
  ])
  for (let other = 0; other < 1000; other += 1) warn(`other ${other}`, 300_000)
  expect(lines.length).toBeLessThanOrEqual(5 + 200)
  warn('after all of them', 400_000)
  expect(lines.at(-1)).toBe('after all of them')
})

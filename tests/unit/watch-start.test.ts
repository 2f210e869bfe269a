import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Appearance } from '../../components/micro-app/appearance'
import type { Fault } from '../../components/micro-app/fault'
import { watchStart } from '../../components/micro-app/watch-start'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refused: Fault = { kind: 'script', message: '403' }

/** A page that starts; `shows` is how it looks by now. */
function starting(shows: Appearance) {
  const page = { shows, told: [] as unknown[] }
  const tell = (what: unknown) => void page.told.push(what)
  const start = watchStart({ look: () => page.shows, ready: () => tell('ready'), fail: tell })
  return { page, ...start, end: start.watch() }
}

test('MICRO-4 FRAME-8 a page that stands is shown, whatever it did not catch', () => {
  const { page, started, missed, end } = starting('empty')
  missed(refused)
  started()
  page.shows = 'there'
  vi.advanceTimersByTime(2000)
  expect(page.told).toEqual(['ready'])
  end()
})

test('MICRO-4 FRAME-8 a start that draws nothing fails of what was thrown first', () => {
  for (const isEarly of [true, false]) {
    const { page, started, missed, end } = starting('waiting')
    if (isEarly) missed(refused)
    started()
    missed({ kind: 'script', message: 'later' })
    if (!isEarly) missed(refused)
    vi.advanceTimersByTime(4000)
    expect(page.told).toEqual([isEarly ? refused : { kind: 'script', message: 'later' }])
    end()
  }
})

test('MICRO-4 a page that says nothing is there as soon as it shows something', () => {
  const { page, started, end } = starting('empty')
  started()
  vi.advanceTimersByTime(5000)
  expect(page.told).toEqual([])
  page.shows = 'there'
  vi.advanceTimersByTime(300)
  expect(page.told).toEqual(['ready'])
  end()
  started()
  expect(vi.getTimerCount()).toBe(0)
})

import { expect, test, vi } from 'vitest'
import { beginWork, endWork, onWork, shownWork } from '#lib/long-work'

test('DAY-9 work shows where nobody looks at it, with its share and what came of it, until that is seen', () => {
  const told = vi.fn()
  onWork(told)
  const work = beginWork({ title: 'Export', total: 8 })
  const leave = work.watch()
  work.progress(3)
  expect(shownWork(), 'its own dialog shows it').toEqual([])
  leave()
  expect(shownWork()).toMatchObject([{ title: 'Export', done: 3, total: 8, state: 'running' }])
  work.done('8 rows')
  const [ended] = shownWork()
  expect(ended).toMatchObject({ state: 'done', text: '8 rows' })
  expect(told).toHaveBeenCalledTimes(5)
  endWork(ended?.id ?? 0)
  expect(shownWork()).toEqual([])
})

test('DAY-9 what ends before somebody’s eyes, or is stopped, is told nowhere else', () => {
  const seen = beginWork({ title: 'Export' })
  seen.watch()
  seen.done('8 rows')
  const stopped = beginWork({ title: 'Export' })
  stopped.over()
  const quick = beginWork({ title: 'Export' })
  quick.done('8 rows')
  quick.watch()()
  expect(shownWork(), 'nor what has ended before its dialog is there').toEqual([])
})

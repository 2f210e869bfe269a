import { expect, test, vi } from 'vitest'
import { type ListTransition, startReading } from '#components/list/list-transition'
import { durations } from '#contracts/limits'

test('LIST-7 whoever waits for a list that has been left waits no longer, and what was asked for is done', () => {
  const done: string[] = []
  const transition = { start: { current: null }, waiting: [() => done.push('told')] }
  startReading(transition, () => done.push('read'))
  expect(done).toEqual(['read', 'told'])
  expect(transition.waiting).toEqual([])
})

test('LIST-7 while a list stands, whoever waits is told when it shows what was read', () => {
  const done: string[] = []
  const transition = { start: { current: (step: () => void) => step() }, waiting: [() => done.push('told')] }
  startReading(transition, () => done.push('read'))
  expect(done).toEqual(['read'])
  expect(transition.waiting).toHaveLength(1)
})

test('LIST-1 LIST-7 what is asked for again while it is under way is not begun anew; anything else is', () => {
  const done: string[] = []
  const transition: ListTransition = { start: { current: (step) => step() }, waiting: [] }
  vi.useFakeTimers({ toFake: ['Date'] })
  const read = (name: string, address?: string) => startReading(transition, () => done.push(name), address)
  read('a search', '?name=a')
  read('the same, pressed again', '?name=a')
  read('another', '?name=b')
  read('after a change of a row')
  read('the other, after that change', '?name=b')
  expect(transition.underWay?.()).toBe('?name=b')
  vi.setSystemTime(Date.now() + durations.request)
  expect(transition.underWay?.(), 'what seems lost is nothing to count on from').toBeUndefined()
  read('what seems lost', '?name=b')
  vi.useRealTimers()
  expect(done).toEqual([
    ...['a search', 'another', 'after a change of a row'],
    ...['the other, after that change', 'what seems lost'],
  ])
})

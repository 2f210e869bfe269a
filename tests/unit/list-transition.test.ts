import { expect, test } from 'vitest'
import { startReading } from '#components/list/list-transition'

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

import { expect, test } from 'vitest'
import { followed } from '#components/list/use-selection'

test('EDGE-11 chosen rows are as they were read last; what is gone is chosen no more, and others stay', () => {
  const chosen = new Map([
    ['1', { on: true }],
    ['2', { on: true }],
    ['3', { on: true }],
  ])
  const read = new Map([
    ['1', { on: false }],
    ['2', undefined],
    ['4', { on: true }],
  ])
  const now = followed(chosen, read)
  expect([...now]).toEqual([
    ['1', { on: false }],
    ['3', { on: true }],
  ])
  // Whoever draws by it draws no more.
  expect(followed(now, read)).toBe(now)
})

import { afterEach, expect, test, vi } from 'vitest'
import { readImpact, unnamedOf, unread } from '#components/list/read-impact'
import { CallError } from '#lib/request'

afterEach(() => vi.useRealTimers())

const consequences = { effects: [{ kind: 'entry', count: 37, names: ['Ann'] }], refused: null }

test('DAY-7 whom a change touches is waited for, and told where the platform tells', async () => {
  const { reading, answerable } = readImpact(async () => ({ disable: consequences }), 'disable')
  expect(await answerable).toBe(true)
  expect(await reading).toEqual(consequences)
})

test('DAY-7 a platform without the call is asked as before; one that fails is told of, and bars nothing', async () => {
  const without = readImpact(async () => Promise.reject(new CallError('refused', 404)), 'remove')
  expect([await without.answerable, await without.reading]).toEqual([false, undefined])
  const failing = readImpact(async () => Promise.reject(new CallError('offline')), 'remove')
  expect([await failing.answerable, await failing.reading]).toEqual([true, unread])
})

test('DAY-7 one that hangs is waited for no longer than two seconds', async () => {
  vi.useFakeTimers()
  const { answerable } = readImpact(() => new Promise(() => {}), 'remove')
  const told = vi.fn()
  void answerable.then(told)
  await vi.advanceTimersByTimeAsync(1900)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(told).toHaveBeenCalledWith(true)
})

test.each([
  [{ count: 37, names: ['Ann'] }, 36],
  [{ count: 2, names: ['王芳'], unnamed: 0 }, 0],
  [{ count: 9, names: ['Ann'], unnamed: 4 }, 4],
  [{ count: 1, names: ['Ann', 'Bo'] }, 0],
  [{ count: 2, names: ['Ann'], unnamed: -1 }, 0],
  [{ count: 3, names: [] }, 0],
])('DAY-7 behind the names stands how many more there are, never fewer than none: %j', (effect, more) => {
  expect(unnamedOf({ kind: 'members', ...effect })).toBe(more)
})

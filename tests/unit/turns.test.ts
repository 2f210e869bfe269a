import { expect, test } from 'vitest'
import { inTurn, mostAtOnce } from '#lib/server/http/turns'

const patient = { signal: new AbortController().signal, patience: 60_000 }
const never = () => new Promise<never>(() => {})

/** As many calls as are let through, which are ended by hand. */
function fill(key: string) {
  const ends: (() => void)[] = []
  const calls = Array.from({ length: mostAtOnce }, () =>
    inTurn(key, patient, () => new Promise<void>((resolve) => ends.push(resolve))),
  )
  return { ends, calls }
}

test('FRAME-10 calls of a system that hangs hold up its own, and no other’s', async () => {
  fill('hung')
  let isBegun = false
  void inTurn('hung', patient, async () => {
    isBegun = true
  })
  expect(await inTurn('good', patient, async () => 'answered')).toBe('answered')
  expect(isBegun).toBe(false)
})

test('FRAME-10 who waits comes in their order, once a turn is free, also by a failure', async () => {
  const { ends, calls } = fill('a')
  const order: number[] = []
  const waiting = [1, 2].map((name) =>
    inTurn('a', patient, async () => {
      order.push(name)
      if (name === 1) throw new Error('failed')
    }),
  )
  ends[0]?.()
  await calls[0]
  await expect(waiting[0]).rejects.toThrow('failed')
  await waiting[1]
  expect(order).toEqual([1, 2])
  for (const end of ends) end()
  await Promise.all(calls)
})

test('FRAME-10 who waits too long, or is gone, is told so and takes nobody’s turn', async () => {
  const { ends, calls } = fill('b')
  await expect(inTurn('b', { ...patient, patience: 1 }, never)).rejects.toMatchObject({ fault: 'timeout' })
  const control = new AbortController()
  const gone = inTurn('b', { ...patient, signal: control.signal }, never)
  control.abort()
  await expect(gone).rejects.toMatchObject({ fault: 'clientGone' })
  for (const end of ends) end()
  await Promise.all(calls)
  expect(await inTurn('b', patient, async () => 'again')).toBe('again')
})

import { expect, test } from 'vitest'
import { inPlace } from '#lib/server/http/place'
import { inTurn } from '#lib/server/http/turns'

const patient = { signal: new AbortController().signal, patience: 60_000 }
const never = () => new Promise<never>(() => {})

/** As many calls of a person as a system is asked at once, which are ended by hand. */
function fill(whose: string) {
  const ends: (() => void)[] = []
  const calls = Array.from({ length: 12 }, () =>
    inTurn('person', whose, patient, () => new Promise<void>((resolve) => ends.push(resolve))),
  )
  return { ends, calls }
}

test('FRAME-10 calls of a system that hangs hold up its own, and no other’s', async () => {
  fill('hung')
  let isBegun = false
  const control = new AbortController()
  const waits = inTurn('person', 'hung', { ...patient, signal: control.signal }, async () => {
    isBegun = true
  })
  expect(await inTurn('person', 'good', patient, async () => 'answered')).toBe('answered')
  expect(await inTurn('system', 'hung', patient, async () => 'answered')).toBe('answered')
  control.abort()
  await expect(waits).rejects.toMatchObject({ fault: 'clientGone' })
  expect(isBegun).toBe(false)
})

test('FRAME-10 who waits comes in their order, once a turn is free, also by a failure', async () => {
  const { ends, calls } = fill('a')
  const order: number[] = []
  const waiting = [1, 2].map((name) =>
    inTurn('person', 'a', patient, async () => {
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
  const late = inTurn('person', 'b', { ...patient, patience: 1 }, never)
  await expect(late, 'a write is told as one that was not made').rejects.toMatchObject({ fault: 'busy' })
  const control = new AbortController()
  const goes = { ...patient, signal: control.signal }
  const gone = inTurn('person', 'b', goes, never)
  control.abort()
  await expect(gone).rejects.toMatchObject({ fault: 'clientGone' })
  await expect(inTurn('person', 'b', goes, never)).rejects.toMatchObject({ fault: 'clientGone' })
  for (const end of ends) end()
  await Promise.all(calls)
  expect(await inTurn('person', 'b', patient, async () => 'again')).toBe('again')
})

test('FRAME-10 HOLD-8 who waits holds no place of the others, and what is beyond the line is refused at once', async () => {
  fill('c')
  let left = 0
  const control = new AbortController()
  const wait = () =>
    inPlace(
      () => (left += 1),
      () => inTurn('person', 'c', { ...patient, signal: control.signal }, never),
    )
  const waiting = Array.from({ length: 256 }, () => wait())
  expect(left).toBe(256)
  await expect(wait()).rejects.toMatchObject({ fault: 'busy' })
  control.abort()
  for (const one of waiting) await expect(one).rejects.toMatchObject({ fault: 'clientGone' })
})

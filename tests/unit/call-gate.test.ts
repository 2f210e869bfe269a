import { expect, test } from 'vitest'
import { gatedFetch, makeGate, type Release } from '../../components/micro-app/call-gate'

/** What has begun, and how each is ended. */
function watched(bounds = { system: 3, all: 5 }) {
  const gate = makeGate(bounds)
  const begun: string[] = []
  const releases: Release[] = []
  const ask = (code: string, times = 1) =>
    Array.from({ length: times }, () =>
      gate(code, (release) => {
        begun.push(code)
        releases.push(release)
      }),
    )
  return { gate, begun, releases, ask }
}

test('FRAME-10 a system that hangs leaves connections to the others and to the shell', () => {
  const { begun, ask } = watched()
  ask('hung', 12)
  ask('good', 2)
  expect(begun).toEqual(['hung', 'hung', 'hung', 'good', 'good'])
})

test('FRAME-10 what waits begins in its order when a turn is free, and each turn ends once', () => {
  const { begun, releases, ask } = watched({ system: 1, all: 2 })
  ask('a', 2)
  ask('b', 2)
  expect(begun).toEqual(['a', 'b'])
  releases[1]?.()
  releases[1]?.()
  expect(begun).toEqual(['a', 'b', 'b'])
  releases[0]?.()
  expect(begun).toEqual(['a', 'b', 'b', 'a'])
})

test('FRAME-10 what is given up while it waits never begins', async () => {
  const { gate, begun, releases, ask } = watched({ system: 1, all: 1 })
  ask('a')
  const [withdraw] = ask('b')
  const control = new AbortController()
  const asked: string[] = []
  const load = async (input: unknown) => {
    asked.push(String(input))
    return new Response('')
  }
  const given = gatedFetch('a', load, gate)('/x', { signal: control.signal })
  withdraw?.()
  control.abort(new Error('left'))
  await expect(given).rejects.toThrow('left')
  const later = gatedFetch('a', load, gate)('/y')
  releases[0]?.()
  await later
  expect(begun).toEqual(['a'])
  expect(asked).toEqual(['/y'])
})

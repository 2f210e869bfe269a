import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Gate, type Leave } from '#contracts/gate'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const bounds = { most: 8, least: 2, patience: 500, late: 40 }

/** Asks for places; `told` has who got one, or was refused, in that order. */
function asking(gate: Gate) {
  const told: string[] = []
  const leaves: Leave[] = []
  const ask = async (name: string, isKnown: boolean) => {
    const leave = await gate.enter(isKnown)
    told.push(leave === undefined ? `${name} refused` : name)
    if (leave !== undefined) leaves.push(leave)
  }
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { told, leaves, ask, settle }
}

describe('HOLD-8 more work than places', () => {
  test('HOLD-8: is bounded, and beyond a short line refused at once', async () => {
    const { told, ask, settle } = asking(new Gate(bounds))
    for (let call = 1; call <= 8 + 4 * 8 + 4; call += 1) void ask(String(call), true)
    await settle()
    expect(told.filter((name) => !name.endsWith('refused'))).toHaveLength(8)
    expect(told.filter((name) => name.endsWith('refused'))).toHaveLength(4)
  })

  test('HOLD-8: nobody waits longer than a moment', async () => {
    const { told, ask, settle } = asking(new Gate(bounds))
    for (let call = 1; call <= 9; call += 1) void ask(String(call), true)
    await vi.advanceTimersByTimeAsync(499)
    expect(told).not.toContain('9 refused')
    await vi.advanceTimersByTimeAsync(1)
    await settle()
    expect(told.at(-1)).toBe('9 refused')
  })

  test('HOLD-8: strangers have half of the places, and signed-in people come before those who wait', async () => {
    const { told, leaves, ask, settle } = asking(new Gate(bounds))
    for (let call = 1; call <= 6; call += 1) void ask(`stranger ${call}`, false)
    await settle()
    expect(told).toEqual(['stranger 1', 'stranger 2', 'stranger 3', 'stranger 4'])
    for (let call = 1; call <= 5; call += 1) void ask(`person ${call}`, true)
    await settle()
    expect(told.slice(4)).toEqual(['person 1', 'person 2', 'person 3', 'person 4'])
    leaves[0]?.()
    await settle()
    expect(told.slice(8), 'before the strangers who came earlier').toEqual(['person 5'])
    for (const leave of leaves.splice(1)) leave()
    await settle()
    expect(told.slice(9)).toEqual(['stranger 5', 'stranger 6'])
  })

  test('HOLD-8: strangers who hold more places than are left of a late process shut nobody out who is signed in', async () => {
    const gate = new Gate(bounds)
    const { told, leaves, ask, settle } = asking(gate)
    for (let call = 1; call <= 4; call += 1) void ask(`stranger ${call}`, false)
    await settle()
    for (let tick = 0; tick < 10; tick += 1) gate.adjust(50)
    for (const name of ['person 1', 'person 2']) void ask(name, true)
    await settle()
    expect(told.slice(4), 'half of the two that are left').toEqual(['person 1'])
    leaves[4]?.()
    await settle()
    expect(told.slice(5)).toEqual(['person 2'])
  })

  test('HOLD-8: of those who wait, who has the least at work comes first, and nobody fills the line', async () => {
    const gate = new Gate(bounds)
    const { told, leaves, settle } = asking(gate)
    const ask = async (whose: string) => {
      const leave = await gate.enter(true, whose)
      told.push(leave === undefined ? `${whose} refused` : whose)
      if (leave !== undefined) leaves.push(leave)
    }
    // All places, half of the line, and more.
    for (let page = 1; page <= 8 + 16 + 5; page += 1) void ask('flood')
    for (const name of ['one', 'two', 'one']) void ask(name)
    await settle()
    expect(told.filter((name) => name === 'flood')).toHaveLength(8)
    expect(told.filter((name) => name === 'flood refused')).toHaveLength(5)
    expect(told).not.toContain('one refused')
    for (let page = 0; page < 4; page += 1) leaves[page]?.()
    await settle()
    expect(told.slice(-4)).toEqual(['one', 'two', 'one', 'flood'])
  })

  test('HOLD-8: a place is given back once, and goes to who waits', async () => {
    const { told, leaves, ask, settle } = asking(new Gate({ ...bounds, most: 1 }))
    for (const name of ['1', '2']) void ask(name, true)
    await settle()
    leaves[0]?.()
    leaves[0]?.()
    await settle()
    void ask('3', true)
    await settle()
    expect(told).toEqual(['1', '2'])
  })

  test('HOLD-8: a process that is late has fewer places, and all of them again within two seconds of keeping up', async () => {
    const gate = new Gate({ most: 64, least: 8, patience: 500, late: 40 })
    const places = async () => {
      const taken: Leave[] = []
      for (;;) {
        const leave = await Promise.race([gate.enter(true), Promise.resolve(undefined)])
        if (leave === undefined) break
        taken.push(leave)
      }
      await vi.advanceTimersByTimeAsync(500)
      for (const leave of taken) leave()
      return taken.length
    }
    for (let time = 0; time < 10; time += 1) gate.adjust(200)
    expect(await places()).toBe(8)
    for (let time = 0; time < 20; time += 1) gate.adjust(1)
    expect(await places()).toBeGreaterThan(32)
  })
})

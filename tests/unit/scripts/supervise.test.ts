import { describe, expect, test, vi } from 'vitest'
import { supervisor } from '../../../scripts/lib/supervise.mjs'

/** Starts fail while `failures` says so. */
function part(failures: number) {
  let left = failures
  return {
    name: 'platform',
    start: vi.fn(async () => {
      left -= 1
      if (left >= 0) throw new Error('The platform could not start (exit code 1).')
    }),
  }
}

function supervised(first = 1) {
  const told: string[] = []
  const stop = new AbortController()
  const giveUp = vi.fn()
  const revive = supervisor({ say: (sentence) => told.push(sentence), signal: stop.signal, first })
  return { told, stop, giveUp, revive }
}

describe('a part that ends unasked', () => {
  test('CALL-3 is named and started again, after pauses that grow while it fails', async () => {
    const { told, giveUp, revive } = supervised()
    const platform = part(4)
    await revive(platform, 'SIGKILL', giveUp)
    expect(platform.start).toHaveBeenCalledTimes(5)
    expect(giveUp).not.toHaveBeenCalled()
    expect(told[0]).toBe('The platform ended unexpectedly (SIGKILL). It is started again in 0.001 s.')
    expect(told.map((line) => /in ([\d.]+) s/.exec(line)?.[1])).toEqual([
      ...['0.001', '0.002', '0.004', '0.008', '0.016', undefined],
    ])
    expect(told.at(-1)).toBe('The platform runs again.')
  })

  test('CALL-3 and ends soon again waits longer each time, and is never given up for that', async () => {
    const { told, giveUp, revive } = supervised()
    const platform = part(0)
    for (let time = 0; time < 8; time += 1) await revive(platform, 'SIGKILL', giveUp)
    expect(platform.start).toHaveBeenCalledTimes(8)
    expect(giveUp).not.toHaveBeenCalled()
    expect(told.filter((line) => line.includes('0.128'))).toHaveLength(1)
  })

  test('CALL-3 and cannot be started five times in a row is given up, with why', async () => {
    const { giveUp, revive } = supervised()
    const platform = part(9)
    await revive(platform, 'exit code 1', giveUp)
    expect(platform.start).toHaveBeenCalledTimes(5)
    expect(giveUp).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        message: expect.stringMatching(
          /^5 attempts in a row to start the platform again failed\. The platform could/,
        ),
      }),
    )
  })

  test('CALL-3 is left alone once everything stops', async () => {
    const { stop, giveUp, revive } = supervised(60_000)
    const platform = part(0)
    const revived = revive(platform, 'SIGKILL', giveUp)
    stop.abort()
    await revived
    expect(platform.start).not.toHaveBeenCalled()
  })
})

import dns, { type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lookupOver } from '#contracts/lookup'
import { clientFor } from '#platform/kernel/db/client'
import { jsonLog } from '#platform/kernel/log'
import { smsDelivery } from '#platform/kernel/sms-delivery'

type Done = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void

const here = [{ address: '10.0.0.1', family: 4 }]
/** What was asked for and is not answered yet. */
let open: [name: string, done: Done][] = []
let lookup: LookupFunction
beforeEach(() => {
  vi.useFakeTimers()
  open = []
  lookup = lookupOver((name, _options, done) => open.push([name, done]))
})
afterEach(() => vi.useRealTimers())

const find = (name: string) =>
  new Promise((found, failed) =>
    lookup(name, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses))),
  )
const answer = (error: string | null, addresses = here) =>
  open.shift()?.[1](error === null ? null : Object.assign(new Error(error), { code: error }), addresses)

describe('HOLD-8 HOLD-9 a name', () => {
  test('that hangs is asked for once, however many wait for it, and another one beside it', async () => {
    const waiting = [find('hangs'), find('hangs'), find('other')]
    expect(open.map(([name]) => name)).toEqual(['hangs', 'other'])
    answer(null)
    answer(null)
    expect(await Promise.all(waiting)).toEqual([here, here, here])
    void find('hangs')
    expect(open).toHaveLength(1)
  })

  test('that was known is what it was while the name service says nothing, for ten minutes', async () => {
    const first = find('known')
    answer(null)
    await first
    const second = find('known')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await second).toEqual(here)
    await vi.advanceTimersByTimeAsync(600_000)
    let isFound = false
    void find('known').then(() => {
      isFound = true
    })
    await vi.advanceTimersByTimeAsync(5000)
    expect(isFound).toBe(false)
  })

  test('is what the name service says, where it says something: another address, or that it is gone', async () => {
    const first = find('moves')
    answer(null)
    await first
    const there = [{ address: '10.0.0.2', family: 4 }]
    const moved = find('moves')
    answer(null, there)
    expect(await moved).toEqual(there)
    const failing = find('moves')
    answer('EAI_AGAIN')
    expect(await failing).toEqual(there)
    const gone = find('moves')
    answer('ENOTFOUND')
    await expect(gone).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  test('of a database, or of what sends SMS, is asked for once as well', async () => {
    const asked = vi.spyOn(dns, 'lookup').mockImplementation(() => undefined)
    const Client = clientFor('postgres://u:p@hangs.test,beside.test/db')
    const deliver = smsDelivery('http://sms.test/', jsonLog('error'))
    for (let time = 0; time < 3; time += 1) {
      new Client().connect().catch(() => {})
      void deliver({ phone: '13800000000', code: '471100', locale: 'en' }, 'ann')
    }
    await vi.advanceTimersByTimeAsync(10)
    expect(asked.mock.calls.map(([name]) => name).sort()).toEqual(['beside.test', 'hangs.test', 'sms.test'])
    vi.restoreAllMocks()
  })

  test('is given as one address to who asks for one', async () => {
    const one = new Promise((found) => lookup('one', {}, (...given) => found(given)))
    answer(null)
    expect(await one).toEqual([null, '10.0.0.1', 4])
  })
})

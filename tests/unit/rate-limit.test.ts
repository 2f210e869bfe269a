import { expect, test, vi } from 'vitest'
import type { Flow } from '#lib/server/http/rate-limit'
import { stubSettings } from './stub-console'

const start = 1_700_000_000_000
const session = (token: string) => ({
  v: 1 as const,
  token,
  userId: '7',
  username: 'li',
  superIdentification: false,
  startedAt: start / 1000,
})
const from = (address: string) => new Headers({ 'x-forwarded-for': address })

async function load(rate: string, consoles = '') {
  vi.resetModules()
  Reflect.deleteProperty(globalThis, 'rateLimitBuckets')
  stubSettings({ PUBLIC_ORIGIN: 'http://127.0.0.1:3000', RATE_LIMIT: rate, CONSOLES: consoles })
  const { isTooMany } = await import('#lib/server/http/rate-limit')
  /** How many of `count` calls at one moment are let through. */
  const passed = (count: number, address: string, token?: string, now = start, flow: Flow = 'call') =>
    Array.from({ length: count }, () =>
      isTooMany(from(address), token === undefined ? null : session(token), flow, now),
    ).filter((isOver) => !isOver).length
  return { passed }
}

test('CALL-5 a flood ends after a burst, goes on at the rate, and is nobody else’s', async () => {
  const { passed } = await load('10')
  expect(passed(100, '203.0.113.1')).toBe(40)
  expect(passed(1, '203.0.113.1')).toBe(0)
  expect(passed(100, '203.0.113.2')).toBe(40)
  expect(passed(100, '203.0.113.1', undefined, start + 1000)).toBe(10)
  expect(passed(100, '203.0.113.1', undefined, start + 60_000)).toBe(40)
})

test('CALL-5 a session counts for itself, wherever it comes from', async () => {
  const { passed } = await load('10')
  expect(passed(100, '203.0.113.1')).toBe(40)
  expect(passed(30, '203.0.113.1', 'a')).toBe(30)
  expect(passed(30, '203.0.113.9', 'a')).toBe(10)
  expect(passed(30, '203.0.113.1', 'b')).toBe(30)
})

test('CALL-5 the addresses of one IPv6 network count together', async () => {
  const { passed } = await load('10')
  expect(passed(30, '2001:db8::1')).toBe(30)
  expect(passed(30, '2001:db8::ffff:2')).toBe(10)
  expect(passed(30, '2001:db8:0:0:a:b:c:d')).toBe(0)
  expect(passed(30, '2001:db8:0:1::1')).toBe(30)
})

test('pages, and the many files of a sub-application, are counted apart from calls', async () => {
  const { passed } = await load('10')
  expect(passed(100, '203.0.113.1', 'a')).toBe(40)
  expect(passed(100, '203.0.113.1', 'a', start, 'page')).toBe(40)
  expect(passed(1000, '203.0.113.1', 'a', start, 'file')).toBe(400)
})

test('HOLD-3 two consoles behind a proxy let through what one would', async () => {
  const one = await load('10', '2')
  const first = one.passed(100, '203.0.113.1', 'a')
  const other = await load('10', '2')
  expect(first + other.passed(100, '203.0.113.1', 'a')).toBe(40)
})

test('RATE_LIMIT 0 is no limit', async () => {
  const { passed } = await load('0')
  expect(passed(5000, '203.0.113.1')).toBe(5000)
})

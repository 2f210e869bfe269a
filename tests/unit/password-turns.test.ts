import { availableParallelism } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { hashPassword, setPasswordCost, verifyPassword } from '#platform/kernel/auth/password'

const scrypt = vi.hoisted(() => ({ underWay: 0, most: 0, fails: false }))
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>()
  return {
    ...crypto,
    scrypt: (...[secret, salt, length, options, done]: Parameters<typeof crypto.scrypt>) => {
      scrypt.underWay += 1
      scrypt.most = Math.max(scrypt.most, scrypt.underWay)
      crypto.scrypt(secret, salt, length, options, (error, key) => {
        scrypt.underWay -= 1
        done(scrypt.fails ? new Error('no memory') : error, key)
      })
    },
  }
})
afterEach(() => {
  scrypt.fails = false
})
setPasswordCost(4)

test('HOLD-8 of many passwords at once few are looked at at a time, and all in the end, also after one that failed', async () => {
  const stored = await hashPassword('one')
  const asked = Array.from({ length: 12 }, (_, at) => verifyPassword(at % 2 === 0 ? 'one' : 'two', stored))
  expect(await Promise.all(asked)).toEqual(asked.map((_, at) => at % 2 === 0))
  expect(scrypt.most).toBe(Math.max(1, Math.floor(availableParallelism() / 2)))
  scrypt.fails = true
  const failing = await Promise.allSettled(Array.from({ length: 4 }, () => verifyPassword('one', stored)))
  expect(failing.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  scrypt.fails = false
  expect(await verifyPassword('one', stored)).toBe(true)
})

test.each(['person', 'stranger'] as const)('HOLD-8 a %s waits behind no line of the others', async (one) => {
  const stored = await hashPassword('one')
  const order: string[] = []
  const ask = (whose: 'person' | 'stranger') =>
    verifyPassword('one', stored, whose).then(() => order.push(whose))
  const others = one === 'person' ? 'stranger' : 'person'
  await Promise.all([...Array.from({ length: 12 }, () => ask(others)), ask(one)])
  expect(order.indexOf(one)).toBeLessThanOrEqual(2 * Math.max(1, Math.floor(availableParallelism() / 2)))
})

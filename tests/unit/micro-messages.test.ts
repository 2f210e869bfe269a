import { describe, expect, test } from 'vitest'
import { limiter, readMessage } from '#lib/micro-messages'

const message = (type: string, payload: unknown = {}) => ({ v: 1, type, instanceId: 'a', payload })

describe('messages of sub-applications', () => {
  test('MICRO-5 navigating, messages and log-out are understood', () => {
    expect(readMessage(message('micro:navigate', { to: '/user/index' }))).toMatchObject({
      type: 'micro:navigate',
    })
    expect(readMessage(message('micro:message', { level: 'success', text: 'ok' }))).toBeDefined()
    expect(readMessage(message('session:logout'))).toBeDefined()
  })
  test('MICRO-5 what is unknown, of another version or of a wrong shape is ignored', () => {
    const circular: Record<string, unknown> = message('micro:ready')
    circular.self = circular
    for (const given of [
      undefined,
      null,
      'micro:ready',
      circular,
      message('micro:unknown'),
      { ...message('micro:ready'), v: 2 },
      { ...message('micro:ready'), instanceId: 7 },
      message('micro:navigate', { to: 'x'.repeat(2001) }),
      message('micro:message', { level: 'shout', text: 'x' }),
      message('micro:title', { title: '' }),
    ]) {
      expect(readMessage(given)).toBeUndefined()
    }
  })
  test('MICRO-4 a flood is dropped, and a second later messages are heard again', () => {
    let now = 0
    const admit = limiter(3, () => now)
    expect([1, 2, 3, 4, 5].map(admit)).toEqual([true, true, true, false, false])
    now = 1001
    expect(admit()).toBe(true)
  })
})

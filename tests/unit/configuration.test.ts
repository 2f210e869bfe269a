import { describe, expect, test, vi } from 'vitest'

const good = {
  PLATFORM_URL: 'http://127.0.0.1:4000',
  PLATFORM_CLIENT_ID: 'console',
  PLATFORM_CLIENT_SECRET: 'secret',
  SESSION_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  PUBLIC_ORIGIN: 'https://console.example.com',
}

test('a wrong configuration names each variable and what it needs', async () => {
  const { parseConfig } = await import('#lib/server/config')
  expect(() => parseConfig({})).toThrow(/PLATFORM_URL .*PLATFORM_CLIENT_ID .*SESSION_SECRET .*PUBLIC_ORIGIN /)
  expect(() => parseConfig({ ...good, SESSION_SECRET: 'short' })).toThrow(
    /SESSION_SECRET needs at least 32 characters/,
  )
  expect(() => parseConfig({ ...good, PUBLIC_ORIGIN: 'console' })).toThrow(/PUBLIC_ORIGIN/)
  expect(parseConfig(good)).toMatchObject({
    secure: true,
    origins: ['https://console.example.com'],
    timeout: 10_000,
  })
})

describe('the client’s address', () => {
  async function addressOf(forwarded: string, trusted = '') {
    vi.resetModules()
    for (const [name, value] of Object.entries({ ...good, TRUSTED_PROXIES: trusted })) vi.stubEnv(name, value)
    const { clientAddress } = await import('#lib/server/client-address')
    return clientAddress(new Headers({ 'x-forwarded-for': forwarded }))
  }
  test('LLOG-1 without trusted proxies the peer counts, whatever it says', async () => {
    expect(await addressOf('6.6.6.6, 203.0.113.9')).toBe('203.0.113.9')
    expect(await addressOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
  })
  test('LLOG-1 behind trusted proxies the last address that none of them has counts', async () => {
    expect(await addressOf('6.6.6.6, 203.0.113.9, 10.1.2.3', '10.0.0.0/8')).toBe('203.0.113.9')
    expect(await addressOf('203.0.113.9, 10.1.2.3, 127.0.0.1', '10.0.0.0/8,127.0.0.1')).toBe('203.0.113.9')
    expect(await addressOf('not an address, 10.1.2.3', '10.0.0.0/8')).toBe('10.1.2.3')
  })
})

import { describe, expect, test, vi } from 'vitest'
import { settings } from './stub-console'

const good = { ...settings, PUBLIC_ORIGIN: 'https://console.example.com' }

test('a wrong configuration names each variable and what it needs', async () => {
  const { parseConfig } = await import('#lib/server/config')
  expect(() => parseConfig({})).toThrow(
    /PLATFORM_URL .*\nPLATFORM_CLIENT_ID .*\n.*\nSESSION_SECRET .*\nPUBLIC_ORIGIN /,
  )
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

test.each([
  ['https://console.example.com', true],
  ['http://127.0.0.1:3000,https://console.example.com', true],
  ['http://10.0.0.5:3000,http://console', false],
])('EDGE-6 cookies are Secure exactly where the outer scheme is https: %s', async (PUBLIC_ORIGIN, secure) => {
  const { parseConfig } = await import('#lib/server/config')
  expect(parseConfig({ ...good, PUBLIC_ORIGIN }).secure).toBe(secure)
})

test.each([
  ...['proxy.example.com', '10.0.0.0/33', '10.0.0.0/', '/8', '10.0.0/8', '::1/129', '10.0.0.1;10.0.0.2'],
])('EDGE-7 a trusted proxy that is no address or network is named at start: %s', async (wrong) => {
  const { parseConfig } = await import('#lib/server/config')
  expect(() => parseConfig({ ...good, TRUSTED_PROXIES: `127.0.0.1, ${wrong}` })).toThrow(
    /TRUSTED_PROXIES must be addresses or networks/,
  )
  const right = '127.0.0.1, 10.0.0.0/8, ::1, fd00::/8, 0.0.0.0/0'
  expect(parseConfig({ ...good, TRUSTED_PROXIES: right }).trustedProxies).toEqual(right.split(', '))
})

test.each([
  ['PLATFORM_URL', 'localhost:4000'],
  ['MICRO_APP_ORIGINS', 'localhost:4101'],
  ['PUBLIC_ORIGIN', 'ftp://console.example'],
])('an address that is none of http or https is named at start: %s=%s', async (name, value) => {
  const { parseConfig } = await import('#lib/server/config')
  expect(() => parseConfig({ ...good, [name]: value })).toThrow(`${name}`)
})

test('OPS-11 of several secrets of the client the console says the first; an empty one is refused', async () => {
  const { parseConfig } = await import('#lib/server/config')
  const given = (secret: string) => parseConfig({ ...good, PLATFORM_CLIENT_SECRET: secret })
  expect(given('new, old').client.secret).toBe('new')
  expect(() => given(', old')).toThrow('PLATFORM_CLIENT_SECRET has an empty one among several')
})

test.each(['https://a.example/path', 'https://a.example?x', 'https://name:word@a.example'])(
  'OPS-3 an origin with more to it than scheme, name and port is refused, not cut short: %s',
  async (value) => {
    const { parseConfig } = await import('#lib/server/config')
    for (const name of ['MICRO_APP_ORIGINS', 'STANDALONE_ORIGIN', 'PUBLIC_ORIGIN'])
      expect(() => parseConfig({ ...good, [name]: value }), name).toThrow(name)
    expect(parseConfig({ ...good, MICRO_APP_ORIGINS: 'https://A.example:443/' }).microAppOrigins).toEqual([
      'https://a.example',
    ])
  },
)

test('GUARD-9 standalone pages of systems have another address than the console', async () => {
  const { parseConfig } = await import('#lib/server/config')
  const at = (STANDALONE_ORIGIN: string) => parseConfig({ ...good, STANDALONE_ORIGIN }).standaloneOrigin
  expect([at(''), at('https://screens.example.com/')]).toEqual([undefined, 'https://screens.example.com'])
  expect(() => at(good.PUBLIC_ORIGIN)).toThrow('STANDALONE_ORIGIN must be another address')
})

test('OPS-3 an empty variable counts as unset, and neither that nor a blank one takes a limit away', async () => {
  const { parseConfig } = await import('#lib/server/config')
  expect(parseConfig({ ...good, RATE_LIMIT: '', UPSTREAM_TIMEOUT_MS: '', ALARM_SYSTEMS: '' })).toMatchObject({
    rateLimit: 50,
    timeout: 10_000,
    alarmSystems: [],
  })
  expect(parseConfig({ ...good, RATE_LIMIT: '0' }).rateLimit).toBe(0)
  for (const name of ['RATE_LIMIT', 'CONSOLES', 'UPSTREAM_TIMEOUT_MS'])
    for (const value of [' ', '1e1', '0x10', '-1', '5.0'])
      expect(() => parseConfig({ ...good, [name]: value }), value).toThrow(`${name} must be a number of`)
  expect(() => parseConfig({ ...good, SESSION_SECRET: '' })).toThrow(/SESSION_SECRET/)
})

describe('the client’s address', () => {
  async function addressOf(forwarded: string, trusted = '') {
    vi.resetModules()
    for (const [name, value] of Object.entries({ ...good, TRUSTED_PROXIES: trusted })) vi.stubEnv(name, value)
    const { clientAddress } = await import('#lib/server/http/client-address')
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
  test('EDGE-7 what no proxy can have written is not skipped, since a client may have put another before it', async () => {
    expect(await addressOf('6.6.6.6, unknown, 10.1.2.3', '10.0.0.0/8')).toBe('10.1.2.3')
    expect(await addressOf('6.6.6.6, , 10.1.2.3', '10.0.0.0/8')).toBe('10.1.2.3')
    expect(await addressOf('6.6.6.6, 203.0.113.9.1, 10.1.2.3', '10.0.0.0/8')).toBe('10.1.2.3')
  })
  test('EDGE-7 a port behind an address, brackets and IPv4 in IPv6 are understood', async () => {
    const behind = '10.0.0.0/8,2001:db8:1::/48'
    expect(await addressOf('6.6.6.6, 203.0.113.9:51234, 10.1.2.3', behind)).toBe('203.0.113.9')
    expect(await addressOf('6.6.6.6, [2001:db8::7]:443, 10.1.2.3', behind)).toBe('2001:db8::7')
    expect(await addressOf('203.0.113.9, ::ffff:10.9.9.9, ::ffff:10.1.2.3', behind)).toBe('203.0.113.9')
    expect(await addressOf('203.0.113.9, 2001:db8:1::5', behind)).toBe('203.0.113.9')
    expect(await addressOf('10.7.7.7, 10.1.2.3', behind), 'nobody but proxies').toBe('10.7.7.7')
    expect(await addressOf('', behind)).toBeUndefined()
  })
  test('HOLD-8 who names thousands before it holds nobody up', async () => {
    const told = `${','.repeat(15_000)}203.0.113.9`
    await addressOf(told)
    const { clientAddress } = await import('#lib/server/http/client-address')
    const { mayProbe } = await import('#lib/server/health/health')
    const headers = new Headers({ 'x-forwarded-for': told })
    const since = process.cpuUsage()
    for (let call = 0; call < 50; call += 1) {
      expect(clientAddress(headers)).toBe('203.0.113.9')
      expect(mayProbe(headers)).toBe(false)
    }
    expect(process.cpuUsage(since).user / 1000, 'milliseconds').toBeLessThan(400)
  })
})

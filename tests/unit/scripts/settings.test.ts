import { createServer, type Server } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { checkPort, freePort, portsOf } from '../../../scripts/lib/ports.mjs'
import { needsPublicOrigin, readSecrets, readSettings } from '../../../scripts/lib/settings.mjs'
import { passTime } from '../pass-time.ts'

describe('a platform that others reach', () => {
  test('OPS-3 has no demo data unless asked for, and is called where it listens', () => {
    expect(readSettings({ PLATFORM_HOST: '10.0.0.7' })).toMatchObject({
      demo: false,
      platformHost: '10.0.0.7',
      platformUrl: 'http://10.0.0.7:4000',
    })
    expect(readSettings({ PLATFORM_HOST: '0.0.0.0', DEMO: '1' })).toMatchObject({
      demo: true,
      platformUrl: 'http://127.0.0.1:4000',
    })
    expect(readSettings({ PLATFORM_HOST: 'fd00::7' }).platformUrl).toBe('http://[fd00::7]:4000')
    expect(readSettings({})).toMatchObject({ demo: true, platformUrl: 'http://127.0.0.1:4000' })
  })
})

test('OPS-5 each program listens at what it needs, metrics too, and nothing twice', () => {
  const settings = readSettings({ METRICS_PORT: '9464', PLATFORM_METRICS_PORT: '9465', METRICS_HOST: '::1' })
  const names = (part: 'console' | 'platform' | 'all') => portsOf(settings, part).map(([, , name]) => name)
  expect(portsOf(settings, 'console')).toContainEqual([9464, '::1', 'METRICS_PORT'])
  expect(names('platform')).toEqual(['PLATFORM_PORT', 'PLATFORM_METRICS_PORT'])
  expect(names('all')).toHaveLength(6)
  const twice = { METRICS_PORT: '9464', PLATFORM_METRICS_PORT: '9464' }
  expect(() => readSettings(twice)).toThrow('METRICS_PORT and PLATFORM_METRICS_PORT are both 9464')
  expect(readSettings({ ...twice, PLATFORM_URL: 'http://10.0.0.1:4000' }).metricsPort).toBe(9464)
  expect(() => readSettings({ METRICS_PORT: 'many' })).toThrow('METRICS_PORT=many is no port')
})

describe('behind a proxy', () => {
  test.each(['', '/console', '/a/b', '/tools/console-2.0_x~y', '/apis'])('%j is a sub-path', (path) => {
    expect(readSettings({ BASE_PATH: path }).basePath).toBe(path)
  })

  test.each([
    ...[
      ['console', 'Set BASE_PATH=/console.'],
      ['/console/', 'Set BASE_PATH=/console.'],
    ],
    ...[
      ['//console', 'Set BASE_PATH=/console.'],
      [' /a//b ', 'Set BASE_PATH=/a/b.'],
    ],
    ...[
      ['/', 'leave it empty for none'],
      ['/a b', 'such as /console'],
      ['/a/../b', 'such as /console'],
    ],
    ...[
      ['/控制台', 'such as /console'],
      ['/a?b', 'such as /console'],
    ],
    ...[['https://console.example.com/console', 'such as /console']],
  ])('%j is refused, with what to set', (path, fix) => {
    const read = () => readSettings({ BASE_PATH: path })
    expect(read).toThrow(`BASE_PATH=${path} is no sub-path`)
    expect(read).toThrow(fix)
  })

  test.each(['/_next', '/api', '/_next/console', '/api/a/', 'api'])(
    'OPS-2 %j is refused: files and calls of the console stand there',
    (path) => {
      const read = () => readSettings({ BASE_PATH: path })
      expect(read).toThrow(`BASE_PATH=${path} is where the console has files or calls of its own`)
      expect(read).toThrow('Set it to a path such as /console')
      expect(readSettings({ BASE_PATH: '/console/api' }).basePath).toBe('/console/api')
    },
  )

  test('the outer addresses are scheme, name and port', () => {
    const read = (given: string) => readSettings({ PUBLIC_ORIGIN: given }).publicOrigin
    expect(read('https://console.example.com')).toBe('https://console.example.com')
    expect(read('https://Console.example.com:443/')).toBe('https://console.example.com')
    expect(read('http://10.0.0.5:3000, http://console')).toBe('http://10.0.0.5:3000,http://console')
    expect(read('https://a.example,http://127.0.0.1:3000,http://[::1]:3000')).toBe(
      'https://a.example,http://127.0.0.1:3000,http://[::1]:3000',
    )
  })

  test.each([
    ['console.example.com', 'Set it to what people type, such as https://console.example.com'],
    ['ftp://console.example.com', 'Set it to what people type'],
    ['https://a.example,', 'Set it to what people type'],
    ['https://a.example/console/', 'Set PUBLIC_ORIGIN=https://a.example and BASE_PATH=/console'],
    ['https://a.example/?x', 'has a path, which it must not. Set PUBLIC_ORIGIN=https://a.example'],
    [
      'https://u:p@a.example',
      'PUBLIC_ORIGIN has more than scheme, name and port. Set PUBLIC_ORIGIN=https://a.example',
    ],
    ['https://a.example,http://10.0.0.5', 'nobody could sign in at http://10.0.0.5'],
    ['http://10.0.0.5,https://a.example', 'nobody could sign in at http://10.0.0.5'],
  ])('the outer address %s is refused, with what to set', (given, fix) => {
    expect(() => readSettings({ PUBLIC_ORIGIN: given })).toThrow(fix)
  })
})

describe('settings', () => {
  test('defaults are loopback, 3000 and 4000, with demo data', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      platformUrl: 'http://127.0.0.1:4000',
      publicOrigin: 'http://127.0.0.1:3000,http://localhost:3000',
      embedded: true,
      demo: true,
    })
  })

  test('demo data is off with DEMO=0, and with a database of one’s own unless DEMO=1', () => {
    expect(readSettings({ DEMO: '0' }).demo).toBe(false)
    expect(readSettings({ DATABASE_URL: 'postgresql://h/d' }).demo).toBe(false)
    expect(readSettings({ DATABASE_URL: 'postgresql://h/d', DEMO: '1' }).demo).toBe(true)
    expect(readSettings({ PLATFORM_URL: 'https://p.example.com' }).demo).toBe(false)
  })

  test.each([
    [{ HOST: '0.0.0.0' }],
    [{ HOST: '192.0.2.7' }],
    [{ PUBLIC_ORIGIN: 'https://console.example.com' }],
    [{ PUBLIC_ORIGIN: 'http://127.0.0.1:3000, https://console.example.com' }],
  ])(
    'where others reach it (%j) there are no demo accounts unless asked for, and no fixed captcha',
    (given) => {
      const reached = { ...given, CAPTCHA_FIXED: '2468' }
      expect(readSettings(reached)).toMatchObject({ demo: false, captchaFixed: '', reachable: true })
      expect(readSettings({ ...reached, DEMO: '1' })).toMatchObject({ demo: true, captchaFixed: '' })
    },
  )

  test.each([
    [{}],
    [{ HOST: '::1' }],
    [{ PUBLIC_ORIGIN: 'https://127.0.0.1:8443' }],
    [{ PUBLIC_ORIGIN: 'http://console.test:8080' }],
  ])('on this machine alone (%j) both are as given', (given) => {
    expect(readSettings({ ...given, CAPTCHA_FIXED: '2468' })).toMatchObject({
      demo: true,
      captchaFixed: '2468',
      reachable: false,
    })
  })

  test.each(['0', '65536', 'http', '80.5'])('PORT=%s is refused by name', (PORT) => {
    expect(() => readSettings({ PORT })).toThrow(/PORT=.* is no port/)
  })

  test.each(['127.0.0.1', '::1', '2001:db8::7', '0.0.0.0', '::', 'localhost', 'console-1.inner', 'büro'])(
    'OPS-3 HOST=%s is a place to listen at',
    (HOST) => {
      expect(readSettings({ HOST, PLATFORM_HOST: HOST, METRICS_HOST: HOST })).toMatchObject({
        host: HOST,
        platformHost: HOST,
        metricsHost: HOST,
      })
    },
  )

  test.each([
    ...['127.0.0.1:3000', ' 127.0.0.1', '127.0.0.1 ', '[::1]', '::1:x', 'fe80::1%eth0', '1.2.3.4.5'],
    ...['console:3000', 'http://console', 'console/a', 'me@console', '999.0.0.1'],
  ])('OPS-3 HOST=%j is refused by name, and so for the platform and for metrics', (host) => {
    for (const name of ['HOST', 'PLATFORM_HOST', 'METRICS_HOST']) {
      expect(() => readSettings({ [name]: host })).toThrow(
        expect.objectContaining({
          name: 'Fault',
          exitCode: 2,
          message: expect.stringContaining(
            `${name}=${host} is no address or name of a machine. Set ${name} `,
          ),
        }),
      )
    }
    expect(() => readSettings({ PLATFORM_HOST: host })).toThrow('and PLATFORM_PORT to the port')
  })

  test('one port for both servers is refused', () => {
    expect(() => readSettings({ PORT: '4000' })).toThrow(/PORT and PLATFORM_PORT are both 4000/)
  })

  test('an IPv6 host stands in brackets in the address', () => {
    expect(readSettings({ HOST: '::1' }).publicOrigin).toMatch(/^http:\/\/\[::1\]:3000,/)
  })

  test('listening everywhere asks for PUBLIC_ORIGIN', () => {
    expect(needsPublicOrigin({ HOST: '0.0.0.0' })).toBe(true)
    expect(needsPublicOrigin({ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://c.example.com' })).toBe(false)
  })

  test('a platform of one’s own needs its secrets, all missing ones named at once', () => {
    const env = { PLATFORM_URL: 'https://p.example.com', PLATFORM_CLIENT_ID: 'x' }
    expect(() => readSecrets(readSettings(env), env)).toThrow(
      /SESSION_SECRET: .*[\s\S]*PLATFORM_CLIENT_SECRET: /,
    )
  })
})

describe('ports', () => {
  test('OPS-3 a taken port is named with the variable that changes it', async () => {
    const port = await freePort()
    const server = await new Promise<Server>((resolve) => {
      const taken = createServer().listen(port, '127.0.0.1', () => resolve(taken))
    })
    passTime()
    await expect(checkPort(port, '127.0.0.1', 'EMS_PORT')).rejects.toThrow(
      // The next one is WMS_PORT's by default.
      new RegExp(`Port ${port} is taken.*EMS_PORT=${port + 10} `),
    )
    vi.restoreAllMocks()
    await new Promise((resolve) => server.close(resolve))
    await expect(checkPort(port, '127.0.0.1', 'PORT')).resolves.toBeUndefined()
  })

  test('a foreign address names HOST', async () => {
    await expect(checkPort(0, '192.0.2.1', 'PORT')).rejects.toThrow(/HOST/)
  })
})

import { describe, expect, test, vi } from 'vitest'
import { demoHash, demoServices, isDemoBuilt } from '../../scripts/lib/demo.mjs'
import { checkPorts, freePort } from '../../scripts/lib/ports.mjs'
import { readSettings } from '../../scripts/lib/settings.mjs'
import { ownFolder } from './own-folder'
import { passTime } from './pass-time.ts'

describe('the build of the demo sub-application', () => {
  const own = ownFolder()

  test('counts with the stamp of these sources, the client and the packages included', () => {
    for (const file of ['demo/ems/src/main.tsx', 'packages/client/src/connect.ts', 'package-lock.json']) {
      expect(isDemoBuilt(own.path)).toBe(false)
      own.write('demo/ems/dist/.built', demoHash(own.path))
      expect(isDemoBuilt(own.path)).toBe(true)
      own.write(file, 'changed')
    }
    expect(isDemoBuilt(own.path)).toBe(false)
  })

  test('is not made stale by the server’s own code', () => {
    own.write('demo/ems/dist/.built', demoHash(own.path))
    own.write('demo/ems/calls.ts', 'changed')
    expect(isDemoBuilt(own.path)).toBe(true)
  })
})

describe('where the demo systems are', () => {
  test('MICRO-7 their origins are allowed while they run, unless the operator says which are', () => {
    const origins = (env: Record<string, string>) => readSettings(env).microAppOrigins
    expect(origins({})).toBe('http://127.0.0.1:4101,http://127.0.0.1:4102')
    expect(origins({ EMS_PORT: '5001' })).toBe('http://127.0.0.1:5001,http://127.0.0.1:4102')
    expect(origins({ MICRO_APP_ORIGINS: 'https://ems.example.com' })).toBe('https://ems.example.com')
    expect(origins({ DEMO: '0' })).toBe('')
    expect(origins({ PLATFORM_URL: 'https://p.example.com' })).toBe('')
  })

  test('a port that two servers would share is refused with both names', () => {
    expect(() => readSettings({ PORT: '4101' })).toThrow(/PORT and EMS_PORT are both 4101/)
    expect(() => readSettings({ WMS_PORT: '4000' })).toThrow(/PLATFORM_PORT and WMS_PORT are both 4000/)
    expect(() => readSettings({ EMS_PORT: 'x' })).toThrow(/EMS_PORT=x is no port/)
    expect(() => readSettings({ PORT: '4101', DEMO: '0' })).not.toThrow()
  })

  test('a taken port is named with its variable, and only where a demo system would have it', async () => {
    const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()])
    const [PORT, PLATFORM_PORT, EMS_PORT, WMS_PORT] = ports.map(String)
    const env = { PORT, PLATFORM_PORT, EMS_PORT, WMS_PORT }
    const { ems } = demoServices({ platformUrl: 'http://127.0.0.1:9', emsPort: ports[2], wmsPort: 1 }, quiet)
    await ems.start()
    passTime()
    await expect(checkPorts(readSettings(env))).rejects.toThrow(`Port ${EMS_PORT} is taken`)
    await expect(checkPorts(readSettings(env))).rejects.toThrow(/EMS_PORT=/)
    await expect(checkPorts(readSettings({ ...env, DEMO: '0' }))).resolves.toBeUndefined()
    vi.restoreAllMocks()
    await ems.stop()
    await expect(checkPorts(readSettings(env))).resolves.toBeUndefined()
  })
})

const quiet = { onLine: () => {}, onDeath: () => {} }

describe('as programs', () => {
  test('MICRO-4 both serve, stop, start again, and tell when they die', async () => {
    const settings = {
      platformUrl: 'http://127.0.0.1:9',
      emsPort: await freePort(),
      wmsPort: await freePort(),
    }
    const deaths: string[] = []
    const { ems, wms } = demoServices(settings, {
      onLine: () => {},
      onDeath: (code, fault) => deaths.push(`${code}: ${fault.message}`),
    })
    await Promise.all([ems.start(), wms.start()])
    const headers = { authorization: 'Bearer x' }
    const answers = [`${settings.emsPort}/ems/stations`, `${settings.wmsPort}/wms/stock`]
    for (const address of answers) {
      expect((await fetch(`http://127.0.0.1:${address}`)).status).toBe(401)
      expect((await fetch(`http://127.0.0.1:${address}`, { headers })).status).toBe(503)
    }
    await ems.stop()
    await expect(fetch(`http://127.0.0.1:${settings.emsPort}/`)).rejects.toThrow()
    await ems.start()
    expect((await fetch(`http://127.0.0.1:${settings.emsPort}/ems/screen`)).status).toBe(200)
    expect(deaths).toEqual([])
    wms.kill()
    await expect.poll(() => deaths.join()).toMatch(/^wms: The demo system wms stopped unexpectedly/)
    await ems.stop()
  })

  test('MICRO-3 without a platform a system does not start, and says what is missing', async () => {
    const { wms } = demoServices({ platformUrl: '', emsPort: 1, wmsPort: await freePort() }, quiet)
    await expect(wms.start()).rejects.toThrow(/could not start[\s\S]*PLATFORM_URL is missing[\s\S]*ALONE=1/)
  })
})

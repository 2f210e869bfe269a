import { beforeEach, describe, expect, test, vi } from 'vitest'
import { stubSettings } from './stub-console'

beforeEach(() => {
  vi.resetModules()
  stubSettings({
    PUBLIC_ORIGIN: 'https://console.example.com',
    MICRO_APP_ORIGINS: 'http://127.0.0.1:4101, https://ems.example.com',
  })
})

const system = (fields: object) => ({
  id: '1',
  name: '能源管理',
  code: 'ems',
  enable: true,
  hostName: '127.0.0.1',
  port: '4101',
  ...fields,
})

describe('where a sub-application comes from', () => {
  test.each([
    [{}, 'http://127.0.0.1:4101'],
    [{ hostName: 'http://127.0.0.1' }, 'http://127.0.0.1:4101'],
    [{ hostName: '//127.0.0.1' }, 'http://127.0.0.1:4101'],
    [{ hostName: 'ems.example.com', port: '' }, 'https://ems.example.com'],
    [{ hostName: 'https:\\\\ems.example.com', port: null }, 'https://ems.example.com'],
    [{ port: '4102' }, undefined],
    [{ hostName: '10.0.0.5' }, undefined],
    [{ hostName: 'http://ems.example.com', port: '' }, undefined],
    [{ hostName: '127.0.0.1:4101/../x', port: '' }, 'http://127.0.0.1:4101'],
  ])('MICRO-7 %j is loaded from %s', async (fields, origin) => {
    const { microAppOf } = await import('#lib/server/micro/micro-apps')
    expect(microAppOf(system(fields))[0]?.origin?.origin).toBe(origin)
  })

  test.each([
    ...['login', 'api', 'micro', 'account', 'home', 'images', '..', 'a/b', 'a.b', '', '-x', 'x'.repeat(31)],
  ])('MICRO-7 a system with the code %j is not embedded: it is no path of its own', async (code) => {
    const { microAppOf } = await import('#lib/server/micro/micro-apps')
    expect(microAppOf(system({ code }))).toEqual([])
  })

  test('MICRO-7 a system without an address is not embedded', async () => {
    const { microAppOf } = await import('#lib/server/micro/micro-apps')
    expect(microAppOf(system({ hostName: '' }))).toEqual([])
  })
})

describe('which calls reach a system', () => {
  test('CALL-5 a registered system’s own prefixes, and no other', async () => {
    const { microAppOf, microAppOfCall } = await import('#lib/server/micro/micro-apps')
    const apps = microAppOf(system({}))
    expect(microAppOfCall(apps, '/ems/stations')?.code).toBe('ems')
    expect(microAppOfCall(apps, '/ems-admin/api/stat/alarmInfo/getAlarmCount')?.code).toBe('ems')
    for (const path of ['/emsx/stations', '/ems-adminx/a', '/EMS/a', '/sys/a', '/']) {
      expect(microAppOfCall(apps, path), path).toBeUndefined()
    }
  })

  test('CALL-5 a system that calls itself ems-admin gets nothing of what is meant for ems', async () => {
    const { microAppOf, microAppOfCall } = await import('#lib/server/micro/micro-apps')
    const apps = [...microAppOf(system({ code: 'ems-admin' })), ...microAppOf(system({}))]
    expect(microAppOfCall(apps, '/ems-admin/api/x')?.code).toBe('ems')
    expect(microAppOfCall(apps, '/ems-admin-admin/api/x')?.code).toBe('ems-admin')
  })

  test('CALL-5 MICRO-3 a person reaches the systems of which they hold something', async () => {
    const { microAppOf, ownApps } = await import('#lib/server/micro/micro-apps')
    const apps = [...microAppOf(system({})), ...microAppOf(system({ code: 'wms' }))]
    const menu = [{ id: '1', name: '站点', code: 'ems.station.index', type: 2, children: [] }] as never
    expect(ownApps(apps, menu, false).map(({ code }) => code)).toEqual(['ems'])
    expect(ownApps(apps, [], false)).toEqual([])
    expect(ownApps(apps, [], true)).toHaveLength(2)
  })

  test('CALL-5 MICRO-3 paths that servers read differently go nowhere', async () => {
    const { isPlainPath } = await import('#lib/server/micro/micro-apps')
    for (const path of [
      '/ems/stations',
      '/ems/a%20b',
      '/ems/a/',
      '/ems/%E7%94%B5',
      '/ems/a;v=1/b',
      '/ems/100%25',
      '/ems/a..%3bb',
      '/assets/index-B1.js',
      '/ems/[id]/a|b^c',
    ]) {
      expect(isPlainPath(path), path).toBe(true)
    }
    for (const path of [
      ...['/ems/../sys/user', '/ems/./a', '/ems/%2e%2e/sys', '/ems/..%2fsys', '/ems//a', '/ems/a%5cb'],
      ...['/ems/..;/sys', '/ems/.;a=1/b', '/ems/..;', '/ems/..%3b/sys', '/ems/..%3B', '/ems/%252e%252e/sys'],
      ...['/ems/..%253b/sys', '/ems/a%252fb', '/ems/a%25255cb'],
      ...['/ems/a\\b', '/ems/%', '/ems/%zz', '/ems/a%00', 'ems', ''],
    ]) {
      expect(isPlainPath(path), path).toBe(false)
    }
  })
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type ConsoleProps,
  type ConsoleWindow,
  connect,
  run,
  unreachable,
} from '../../packages/client/src/index.ts'

const props: ConsoleProps = {
  contractVersion: 1,
  instanceId: 'micro-ems-1',
  mode: 'embed',
  systemCode: 'ems',
  user: { id: '7', username: 'operator', name: '陆明远' },
  orgId: '11',
  orgCode: 'EAST',
  orgName: '华东储能',
  systemId: '5',
  locale: 'zh-cn',
  scheme: 'light',
  basePath: '/console/ems',
  apiBase: '/console/api/ems',
}

type Listener = (message: unknown) => void

/** As wujie's: everybody hears everything. */
function fakeBus() {
  const listeners = new Map<string, Set<Listener>>()
  const of = (type: string) => listeners.get(type) ?? new Set<Listener>()
  return {
    $on: (type: string, listener: Listener) => listeners.set(type, of(type).add(listener)),
    $off: (type: string, listener: Listener) => of(type).delete(listener),
    $emit: (type: string, message: unknown) => {
      for (const listener of of(type)) listener(message)
    },
    count: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
  }
}

function fakeWindow(address: string, answer: () => Response | Promise<Response> = () => Response.json({})) {
  const location = new URL(address)
  const events = new EventTarget()
  const entries: string[] = []
  const requests: Request[] = []
  const go = (how: string) => (_data: unknown, _unused: string, url: string) => {
    entries.push(`${how} ${url}`)
    location.href = new URL(url, location).href
  }
  const host = {
    location,
    navigator: { language: 'en-GB' },
    history: { pushState: go('push'), replaceState: go('replace') },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    fetch: async (path: string, init: RequestInit) => {
      requests.push(new Request(new URL(path, location), init))
      return answer()
    },
  }
  const show = (path: string) => {
    location.href = new URL(path, location).href
    events.dispatchEvent(new Event('popstate'))
  }
  return { host: host as unknown as ConsoleWindow, entries, requests, show }
}

/** What is given as it is: of some of it, when it is read matters. */
function embeddedProps(given: Partial<ConsoleProps>): Partial<ConsoleProps> {
  return Object.defineProperties({ ...props }, Object.getOwnPropertyDescriptors(given))
}

function embedded(answer?: () => Response | Promise<Response>, given: Partial<ConsoleProps> = {}) {
  const bus = fakeBus()
  const window = fakeWindow('http://console.test/console/ems/alarms/3?from=list', answer)
  Object.assign(window.host, { __POWERED_BY_WUJIE__: true, $wujie: { bus, props: embeddedProps(given) } })
  const said: unknown[] = []
  for (const type of ['micro:ready', 'micro:navigate', 'session:expired', 'resources:report']) {
    bus.$on(type, (message) => said.push(message))
  }
  const heard = bus.count()
  const client = connect('ems', {}, window.host)
  const tell = (type: string, payload: object, more: object = {}) =>
    bus.$emit(type, { v: 1, type, to: 'ems', instanceId: props.instanceId, payload, ...more })
  return { ...window, bus, said, client, tell, heard }
}

afterEach(() => vi.restoreAllMocks())

describe('in the console', () => {
  test('MICRO-2 the context is there at once, and follows the console', () => {
    const { client, tell } = embedded()
    expect({ ...client.props, basePath: client.props.basePath }).toEqual(props)
    const locales: string[] = []
    const off = client.on('context:update', () => locales.push(client.props.locale))
    tell('context:update', { locale: 'en', orgId: '12' })
    expect(client.props).toMatchObject({ locale: 'en', orgId: '12', orgCode: 'EAST' })
    off()
    tell('context:update', { locale: 'zh-cn' })
    expect(locales).toEqual(['en'])
  })

  test('FRAME-5 the console is asked for the base path when it is read, and by no update', () => {
    let asked = 0
    const { basePath, ...rest } = props
    const get = () => {
      asked += 1
      return basePath
    }
    const { client, tell } = embedded(undefined, Object.defineProperty(rest, 'basePath', { get }))
    for (const scheme of ['dark', 'light']) tell('context:update', { scheme, basePath })
    expect([client.props.scheme, Object.keys(client.props).includes('basePath')]).toEqual(['light', false])
    expect(asked).toBe(0)
    expect([client.props.basePath, client.route.href('/alarms')]).toEqual([basePath, `${basePath}/alarms`])
    expect(asked).toBeGreaterThan(0)
  })

  test('MICRO-2 what is meant for others, or of another version, is not heard', () => {
    const { client, tell } = embedded()
    tell('context:update', { locale: 'en' }, { to: 'wms' })
    tell('context:update', { locale: 'en' }, { instanceId: 'micro-ems-2' })
    tell('context:update', { locale: 'en' }, { v: 2 })
    expect(client.props.locale).toBe('zh-cn')
  })

  test('MICRO-5 it asks the console with its code and instance, and is ready once', () => {
    const { client, said } = embedded()
    client.ready()
    client.ready()
    client.navigate('/user/index')
    const from = { v: 1, from: 'ems', instanceId: 'micro-ems-1' }
    expect(said).toEqual([
      { ...from, type: 'micro:ready', payload: {} },
      { ...from, type: 'micro:navigate', payload: { to: '/user/index' } },
    ])
  })

  test('MICRO-1 its routes are inside its prefix, and Back is heard', () => {
    const { client, entries, show } = embedded()
    const seen: string[] = []
    client.route.onChange((path) => seen.push(path))
    expect(client.route.current()).toBe('/alarms/3?from=list')
    client.route.push('/stations')
    client.route.push('/stations')
    client.route.replace('/alarms?page=2')
    show('/console/ems/stations')
    show('/console/emsx/other')
    expect(entries).toEqual(['push /console/ems/stations', 'replace /console/ems/alarms?page=2'])
    expect(seen).toEqual(['/stations', '/alarms?page=2', '/stations', '/'])
    expect(client.route.href('/alarms')).toBe('/console/ems/alarms')
  })

  test('MICRO-3 a call bears the mark and no credentials of its own', async () => {
    const data = [{ id: '1' }]
    const { client, requests } = embedded(() => Response.json({ code: 0, msg: '操作成功', data }))
    const query = { search: 'a b', state: '', page: 2, level: undefined }
    expect(await client.call('/alarms', { query })).toEqual({ code: 0, msg: '操作成功', data })
    await client.call('/alarms/3/handle', { body: { note: 'ok' } })
    const [read, write] = requests
    expect(`${read?.method} ${read?.url}`).toBe(
      'GET http://console.test/console/api/ems/alarms?search=a+b&page=2',
    )
    expect(Object.fromEntries(read?.headers ?? [])).toEqual({ accept: 'application/json', 'x-console': '1' })
    expect(`${write?.method} ${new URL(write?.url ?? '').pathname}`).toBe(
      'POST /console/api/ems/alarms/3/handle',
    )
    expect(write?.headers.get('content-type')).toBe('application/json')
    expect(await write?.json()).toEqual({ note: 'ok' })
  })

  test('MICRO-3 CALL-4 a code is its digits', async () => {
    const codeOf = async (code: unknown) =>
      (await embedded(() => Response.json({ code })).client.call('/a')).code
    expect(await Promise.all(['0', '503', 'ok', null].map(codeOf))).toEqual([0, 503, -1, -1])
  })

  test('MICRO-3 no answer, and one that makes no sense, are the same to the page', async () => {
    const none = { code: unreachable, msg: '', data: undefined }
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => new Response('<html>', { status: 502 }),
      () => Response.json({ hello: 'world' }),
      () => Response.json(null),
    ]
    for (const answer of answers) expect(await embedded(answer).client.call('/x')).toEqual(none)
  })

  test.each([102001, 102002])(
    'LOGOUT-2 code %i tells the console once that the session is over',
    async (code) => {
      let answered = code
      const { client, said, tell } = embedded(() =>
        Response.json({ code: answered, msg: '请先登录', data: null }),
      )
      expect((await client.call('/stations')).code).toBe(code)
      await client.call('/stations')
      expect(said).toMatchObject([{ type: 'session:expired', payload: {} }])
      // Signed in again in place, and over again.
      tell('context:update', {})
      await client.call('/stations')
      expect(said).toHaveLength(2)
      answered = 0
      await client.call('/stations')
      answered = code
      await client.call('/stations')
      expect(said).toHaveLength(3)
    },
  )

  test('RES-5 a report names the run that asked for it, and collecting calls nothing', async () => {
    const { client, said, requests } = embedded(undefined, { mode: 'collect', requestId: 'run-1' })
    const resources = [{ name: '电站', type: 2 as const, path: '/ems/stations', code: 'ems.page.stations' }]
    client.report({ name: '能源管理系统', appVersion: '1.0.0' }, resources)
    const system = { code: 'ems', name: '能源管理系统', appVersion: '1.0.0' }
    expect(said).toMatchObject([
      {
        type: 'resources:report',
        payload: {
          report: { schema: 'console-resources', version: 1, requestId: 'run-1', system, resources },
        },
      },
    ])
    expect((await client.call('/stations')).code).toBe(unreachable)
    expect(requests).toEqual([])
  })

  test('MICRO-6 closed, it listens to nothing any more', () => {
    const { client, bus, heard, show } = embedded()
    const listener = vi.fn()
    client.route.onChange(listener)
    expect(bus.count()).toBe(heard + 4)
    client.close()
    expect(bus.count()).toBe(heard)
    show('/console/ems/stations')
    client.route.push('/alarms')
    expect(listener).not.toHaveBeenCalled()
  })

  test('MICRO-6 messages are copies: nothing of one realm is kept in the other', () => {
    const { client, tell } = embedded()
    const user = { ...props.user }
    tell('context:update', { user })
    user.name = 'changed'
    expect(client.props.user.name).toBe('陆明远')
  })

  test('MICRO-1 mounting waits for the console, and can be repeated', () => {
    const steps: string[] = []
    const mount = () => {
      steps.push('up')
      return () => steps.push('down')
    }
    const host: Parameters<typeof run>[1] & object = { __POWERED_BY_WUJIE__: true }
    host.__WUJIE = { mount: () => host.__WUJIE_MOUNT?.() }
    run(mount as () => () => void, host)
    host.__WUJIE_MOUNT?.()
    host.__WUJIE_UNMOUNT?.()
    host.__WUJIE_UNMOUNT?.()
    host.__WUJIE_MOUNT?.()
    expect(steps).toEqual(['up', 'down', 'up'])
  })
})

describe('alone', () => {
  test('MICRO-2 the address and the team say what the console would', () => {
    const { host } = fakeWindow('http://127.0.0.1:4101/?locale=zh-cn&scheme=dark#/alarms')
    const client = connect('ems', { orgCode: 'EAST', scheme: 'light' }, host)
    expect(client.embedded).toBe(false)
    expect(client.props).toMatchObject({ locale: 'zh-cn', scheme: 'dark', orgCode: 'EAST', apiBase: '/ems' })
    expect(connect('ems', {}, fakeWindow('http://127.0.0.1:4101/').host).props.locale).toBe('en')
  })

  test('MICRO-1 routes stand behind the #, so that any static server will do', () => {
    const { host, entries } = fakeWindow('http://127.0.0.1:4101/?locale=en#/alarms?page=2')
    const { route, navigate } = connect('ems', {}, host)
    expect(route.current()).toBe('/alarms?page=2')
    navigate('/ems/alarms/3')
    expect(entries).toEqual(['push #/alarms/3'])
    expect(route.current()).toBe('/alarms/3')
    expect(connect('ems', {}, fakeWindow('http://127.0.0.1:4101/').host).route.current()).toBe('/')
  })

  test('MICRO-5 what it would ask the console is told to the developer', () => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => {})
    const client = connect('ems', {}, fakeWindow('http://127.0.0.1:4101/').host)
    client.message('success', 'ok')
    client.navigate('/user/index')
    expect(info.mock.calls).toEqual([
      ['micro:message', { level: 'success', text: 'ok' }],
      ['micro:navigate', { to: '/user/index' }],
    ])
  })

  test('I18N-3 its server hears the language', async () => {
    const { host, requests } = fakeWindow('http://127.0.0.1:4101/?locale=en')
    await connect('ems', {}, host).call('/stations')
    expect(requests[0]?.headers.get('locale')).toBe('en-US')
  })
})

import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', new URL('https://console.example/ems/alarms'))
vi.stubGlobal('window', { location })
const { addressIn } = await import('../../components/micro-app/page-address')
const { routePlugin, routesOf } = await import('../../components/micro-app/route-plugin')

class PopStateEvent extends Event {
  readonly state: unknown
  constructor(type: string, { state }: { state: unknown }) {
    super(type)
    this.state = state
  }
}

/** A frame that shows a build for the root of its host; `base` is what its page says, and `asks` whether its browser asks before it goes. */
function frameAt(path: string, base?: string, asks = true) {
  const place = new URL(path, location.href)
  const opened: string[] = []
  const heard: string[] = []
  const gone: string[] = []
  const History = {
    prototype: {
      replaceState(this: { state: unknown }, state: unknown, _: string, to: string) {
        this.state = state
        place.href = new URL(to, place).href
      },
    },
  }
  const frame = Object.assign(new EventTarget(), {
    ...{
      History,
      history: { state: null },
      location: place,
      navigation: asks ? new EventTarget() : undefined,
    },
    ...{ PopStateEvent, HashChangeEvent: Event, open: (to: string) => opened.push(to) },
    __WUJIE: {
      document: { getElementsByTagName: () => (base === undefined ? [] : [{ getAttribute: () => base }]) },
    },
  })
  /** What the browser itself says of a route that is set behind `#`; no event that a script makes is trusted. */
  const setHash = (hash: string) => {
    place.hash = hash
    for (const listener of trusting) listener({ isTrusted: true } as Event)
  }
  const trusting: ((event: Event) => void)[] = []
  const { addEventListener } = frame
  frame.addEventListener = (type: string, listener: unknown) => {
    if (type === 'hashchange') trusting.push(listener as (event: Event) => void)
    addEventListener.call(frame, type, listener as EventListener)
  }
  for (const type of ['popstate', 'hashchange'])
    addEventListener.call(frame, type, (event) => heard.push(type + ((event as PopStateEvent).state ?? '')))
  const left: string[] = []
  const reloads: string[] = []
  let isGone = false
  routePlugin({
    ...{ entry: '/micro/ems/index.html', folder: 'https://console.example/micro/ems/', prefix: '/ems' },
    ...{ initial: () => '/ems/start', onGo: (to: string, how: string) => gone.push(`${how} ${to}`) },
    onLeave: (to) => left.push(to),
    onReload: () => reloads.push(place.pathname + place.search),
    isGone: () => isGone,
  }).windowPropertyOverride?.(frame as unknown as Window)
  const routes = routesOf(frame as unknown as Window)
  routes?.takePrefix(false)
  /** As `location.href = …` does. */
  const assign = (to: string) => {
    const destination = { url: new URL(to, place).href, sameDocument: false }
    const event = Object.assign(new Event('navigate', { cancelable: true }), {
      destination,
      navigationType: 'push',
    })
    frame.navigation?.dispatchEvent(event)
    return event.defaultPrevented
  }
  const { history } = frame as unknown as Window
  const all = () => place.href.slice(place.origin.length)
  return {
    all,
    assign,
    setHash,
    frame: frame as unknown as Parameters<typeof addressIn>[0],
    history,
    opened,
    heard,
    gone,
    left,
    reloads,
    /** A later build has taken the place of the page's. */
    deploy: () => {
      isGone = true
    },
    at: () => place.pathname + place.search,
    routes,
  }
}

test('FRAME-5 where browsers do not ask, a route behind # shows in the address, and events of scripts are none', () => {
  const { setHash, routes, gone } = frameAt('/', undefined, false)
  setHash('#/alarms')
  expect(gone).toEqual(['replace /ems/#/alarms'])
  routes?.drive('/ems/#/other', null)
  expect(gone).toHaveLength(1)
  const asking = frameAt('/')
  asking.setHash('#/alarms')
  expect(asking.gone).toEqual([])
})

test('FRAME-5 a route that is set behind # is told as by browsers: `popstate` at once, `hashchange` when the script has ended', async () => {
  const { assign, heard } = frameAt('/')
  assign('#/a')
  assign('#/b')
  expect(heard).toEqual(['popstate', 'popstate'])
  await expect.poll(() => heard).toEqual(['popstate', 'popstate', 'hashchange', 'hashchange'])
})

test('FRAME-5 `location.href` of a report or a file of its own API opens it, and the page stays', () => {
  const { assign, opened, gone, at } = frameAt('/alarms')
  expect(assign('/api/ems/report.pdf')).toBe(true)
  expect(opened).toEqual(['https://console.example/api/ems/report.pdf'])
  expect([gone, at()]).toEqual([[], '/alarms'])
})

test.each(['blob:https://console.example/1-2', 'mailto:a@b.example', 'https://console.example/manual.pdf'])(
  'FRAME-3 `location.href` of %s, which is no page, opens it, and the page stays',
  (address) => {
    const { assign, opened, gone, left, at } = frameAt('/alarms')
    expect(assign(address)).toBe(true)
    expect([opened, gone, left, at()]).toEqual([[address], [], [], '/alarms'])
  },
)

test('FRAME-5 `location.href` within its own pages is one entry, and its router hears of it', () => {
  const { assign, heard, gone, at } = frameAt('/alarms')
  expect(assign('/form?a=1')).toBe(true)
  expect([at(), gone, heard]).toEqual(['/form?a=1', ['push /ems/form?a=1'], ['popstate']])
})

test('FRAME-5 `location.href` to where the page is loads it anew, and so does any once its code is gone', () => {
  const { assign, heard, gone, reloads, deploy, routes } = frameAt('/alarms')
  assign('/alarms')
  expect([reloads, gone, heard]).toEqual([['/alarms'], [], []])
  deploy()
  routes?.follow(new URL('https://console.example/linked'), 'push')
  assign('/linked#part')
  expect(reloads).toHaveLength(1)
  heard.length = 0
  assign('/form')
  assign('/form?a=1#part')
  expect([reloads.slice(1), gone.at(-1), heard]).toEqual([
    ['/form', '/form?a=1'],
    'push /ems/form?a=1#part',
    [],
  ])
})

test('FRAME-5 `location.href` to another site shows as leaving', () => {
  const { assign, left, at } = frameAt('/alarms')
  expect(assign('https://other.example/x')).toBe(true)
  expect([left, at()]).toEqual([['https://other.example/x'], '/alarms'])
})

test('FRAME-5 an address that a router gives starts from the page’s base, where it has one', () => {
  const deep = frameAt('/a/b/c', '/')
  deep.history.pushState(null, '', 'form')
  expect([deep.at(), deep.gone]).toEqual(['/form', ['push /ems/form']])
  const plain = frameAt('/a/b/c')
  plain.history.pushState(null, '', 'form')
  expect(plain.at()).toBe('/a/b/form')
})

test('FRAME-5 `pushState` at the same address is an entry of its own, between which Back tells the state', () => {
  const { history, gone, heard, routes, at } = frameAt('/alarms')
  history.pushState('dialog', '')
  history.replaceState(null, '')
  history.replaceState(null, '')
  expect(gone, 'nothing is told of what changes nothing').toEqual(['push /ems/alarms', 'replace /ems/alarms'])
  routes?.drive('/ems/alarms', 'dialog')
  expect(heard, 'it came from the page itself').toEqual([])
  routes?.drive('/ems/alarms', 'before', true)
  expect([heard, history.state, at()]).toEqual([['popstatebefore'], 'before', '/alarms'])
})

test('FRAME-5 a router that goes where an answer says that it has come from, as htmx does, is at its own address', () => {
  const { history, gone, all } = frameAt('/')
  history.pushState(null, '', 'https://console.example/micro/ems/alarms?page=2')
  expect([all(), gone]).toEqual(['/alarms?page=2', ['push /ems/alarms?page=2']])
})

test('FRAME-5 a link to where the page is makes no other entry', () => {
  const { gone, routes } = frameAt('/alarms')
  routes?.follow(new URL('https://console.example/alarms'), 'push')
  expect(gone).toEqual([])
})

test('FRAME-5 `#/x` and `?a=1`, from wherever files are, change the address where the page is', () => {
  const { assign, all, gone } = frameAt('/alarms')
  assign('/micro/ems/?a=1')
  assign('/micro/ems/#/x')
  expect([all(), gone]).toEqual(['/alarms?a=1#/x', ['push /ems/alarms?a=1', 'push /ems/alarms?a=1#/x']])
})

test('FRAME-5 a route of a build for the root may be called as its system, and a router that knows the prefix is told by it', () => {
  const named = frameAt('/users')
  named.history.replaceState(null, '', '/users')
  named.history.pushState(null, '', '/ems/1')
  expect(named.gone).toEqual(['push /ems/ems/1'])
  named.routes?.drive('/ems/users', null)
  expect(named.all()).toBe('/users')
  const reloaded = frameAt('/ems/ems/1')
  reloaded.history.replaceState(null, '', '/ems/1')
  reloaded.routes?.drive('/ems/users', null)
  expect(reloaded.all()).toBe('/users')
  for (const [from, to] of [
    ['/users', '/ems/users'],
    ['/', '/ems/'],
    ['/', '/ems/start'],
  ] as const) {
    const knowing = frameAt(from)
    knowing.history.replaceState(null, '', to)
    knowing.history.pushState(null, '', '/ems/next')
    expect(knowing.gone.at(-1), from + to).toBe('push /ems/next')
  }
})

/** One that is built with relative addresses, at the address that people write. */
function relativeAt(path: string) {
  const made = frameAt('/')
  made.routes?.takePrefix(true)
  made.routes?.drive(path, null)
  made.gone.length = 0
  return made
}

const below = {
  '/ems': {
    './#/alarms': '/#/alarms',
    'index.html': '/index.html',
    './': '/',
    '#/alarms': '#/alarms',
    '?a=1': '?a=1',
  },
  '/ems/': { './#/alarms': '#/alarms' },
  '/ems/a/b': { './b/c': '/c' },
}

test.each(Object.entries(below))('FRAME-5 relative addresses at %s are below it', (at, addresses) => {
  for (const [given, rest] of Object.entries(addresses)) {
    const { history, gone, all, frame } = relativeAt(at)
    const to = at + rest
    expect(addressIn(frame, given).href).toBe(`https://console.example${to}`)
    history.pushState(null, '', given)
    expect([all(), gone]).toEqual([to, [`push ${to}`]])
  }
})

test('FRAME-5 a link to the root of the host leads to a system’s own, and what leaves the system says so', async () => {
  const { routes, gone, left, all, heard } = relativeAt('/ems')
  heard.length = 0
  routes?.follow(new URL('https://console.example/'), 'push')
  expect(heard).toEqual(['popstate'])
  routes?.drive('/ems', null)
  routes?.follow(new URL('https://console.example/#x'), 'push')
  expect([all(), gone, left]).toEqual(['/ems/#x', ['push /ems/', 'push /ems/#x'], []])
  await expect
    .poll(() => heard.at(-1), { message: 'one page, whether its address ends as a folder or not' })
    .toBe('hashchange')
  routes?.follow(new URL('https://console.example/user/index?a=1'), 'push')
  expect([all(), left]).toEqual(['/ems/#x', ['https://console.example/user/index?a=1']])
  const rooted = frameAt('/alarms')
  rooted.routes?.follow(new URL('https://console.example/user/index'), 'push')
  expect([rooted.gone, rooted.left]).toEqual([['push /ems/user/index'], []])
})

test('FRAME-5 an address that the console’s router spells in another way is no other place', () => {
  const { routes, heard, all } = relativeAt('/ems/list')
  heard.length = 0
  const given = '/ems/list?ids=1,2&at=12:30&name=a%20b'
  routes?.drive(given, null)
  heard.length = 0
  expect(
    routes?.drive(`/ems/list?${new URLSearchParams({ ids: '1,2', at: '12:30', name: 'a b' })}`, null),
  ).toBe(false)
  expect([all(), heard]).toEqual([given, []])
  expect(routes?.drive('/ems/list?ids=1,3', null)).toBe(true)
})

import { expect, test, vi } from 'vitest'

vi.stubGlobal('window', Object.assign(new EventTarget(), { fetch: () => {} }))
vi.stubGlobal('location', new URL('https://console.example/ems/alarms'))
const { sessionIsIn, standIn } = await import('#lib/tab-context')
const { sessionOver } = await import('#lib/session-end')
const { connections, pinConnections } = await import('../../components/micro-app/connections')
const { tellAddress } = await import('../../components/micro-app/page-address')

const east = {
  ...{ userId: '7', username: 'li', orgId: 'east', orgName: 'East' },
  ...{ systemId: 's1', systemName: 'EMS' },
}
standIn(east)

/** A frame of a page at this address; `base` is what its page says. */
function frameAt(address: string, base?: string) {
  class Connection extends EventTarget {
    readonly CLOSED = 2
    readyState = 1
    closedWith: unknown
    readonly url: string
    constructor(url: string) {
      super()
      this.url = url
    }
    close(code?: number) {
      this.readyState = 2
      this.closedWith = code
      if (code !== undefined) this.dispatchEvent(new Event('close'))
    }
  }
  const getElementsByTagName = () => (base === undefined ? [] : [{ getAttribute: () => base }])
  const frame = {
    ...{ EventSource: class extends Connection {}, WebSocket: class extends Connection {}, Event },
    ...{ location: new URL(address), document: {}, __WUJIE: { document: { getElementsByTagName } } },
  }
  return frame as unknown as Parameters<typeof pinConnections>[0]
}
const isCall = (url: URL) => url.pathname.startsWith('/api/ems/')
const mark = `console-context=${encodeURIComponent('7|east|s1')}`

test('FRAME-4 EDGE-1 streams and sockets of its own API say where the page stands, and start from its base', () => {
  const open = connections()
  const frame = frameAt('https://console.example/alarms/3/notes', '/')
  pinConnections(frame, isCall, open)
  expect(new frame.EventSource('api/ems/events').url).toBe(`https://console.example/api/ems/events?${mark}`)
  expect(new frame.EventSource('/api/ems/events?of=%20a+b').url).toBe(
    `https://console.example/api/ems/events?of=%20a+b&${mark}`,
  )
  const socket = new frame.WebSocket('wss://console.example/api/ems/socket')
  expect([socket.url, socket instanceof frame.WebSocket]).toEqual([
    ...[`wss://console.example/api/ems/socket?${mark}`, true],
  ])
  expect(new frame.EventSource('https://console.example/other').url).toBe('https://console.example/other')
  open.close()
})

for (const [what, happen] of [
  ['is in another organization', () => sessionIsIn({ ...east, orgId: 'west' }, false)],
  ['is over', () => window.dispatchEvent(new Event(sessionOver))],
] as const) {
  test(`EDGE-1 what a page has open ends when the session ${what}`, () => {
    sessionIsIn(east, false)
    const open = connections()
    const frame = frameAt('https://console.example/alarms')
    pinConnections(frame, isCall, open)
    const [source, socket] = [
      new frame.EventSource('/api/ems/events'),
      new frame.WebSocket('/api/ems/socket'),
    ]
    const heard: string[] = []
    source.addEventListener('error', () => heard.push('error'))
    socket.addEventListener('close', () => heard.push('close'))
    const before = open.signal()
    happen()
    expect([source.readyState, Reflect.get(socket, 'closedWith'), before.aborted]).toEqual([2, 4001, true])
    expect(heard).toEqual(['error', 'close'])
    expect(open.signal().aborted, 'what begins later goes on').toBe(false)
    open.close()
    const later = new frame.EventSource('/api/ems/events')
    window.dispatchEvent(new Event(sessionOver))
    expect(later.readyState, 'a page that is gone hears of nothing').toBe(1)
  })
}

test('MICRO-6 a stream that its page ends itself is kept no longer', () => {
  const open = new Set<() => void>()
  const frame = frameAt('https://console.example/alarms')
  const add = (end: () => void) => {
    open.add(end)
    return () => void open.delete(end)
  }
  pinConnections(frame, isCall, { add })
  const source = new frame.EventSource('/api/ems/events')
  expect(open.size).toBe(1)
  source.close()
  expect([open.size, source.readyState]).toEqual([0, 2])
})

test('FRAME-5 a page’s document says its own address and base, by which routers resolve', () => {
  const plain = frameAt('https://console.example/items/3?a=1')
  tellAddress(plain)
  expect(plain.document.URL).toBe(plain.location.href)
  expect(new URL('?tab=two', plain.document.baseURI).href).toBe('https://console.example/items/3?tab=two')
  const based = frameAt('https://console.example/items/3', '/')
  tellAddress(based)
  expect(new URL('form', based.document.baseURI).pathname).toBe('/form')
})

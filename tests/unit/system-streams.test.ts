import http from 'node:http'
import net from 'node:net'
import { NextRequest } from 'next/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { succeeded } from '#lib/result'
import { serve } from '../serve'
import { stubSettings } from './stub-console'
import { Wire } from './wire'

vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }))
const answers: Record<string, unknown> = {
  '/sys/org/page/listUserOrg': [{ orgId: 'west', orgName: 'West', orgCode: 'W' }],
  '/sys/user/app/list': [{ id: 's1', name: 'EMS', code: 'ems' }],
}
vi.mock('#lib/server/http/platform', () => ({
  platform: async ({ path }: { path: string }) => succeeded(answers[path] ?? null),
}))
let origin: URL
vi.mock('#lib/server/micro/micro-apps', async (original) => ({
  ...(await original<object>()),
  readReachableApps: async () => succeeded([{ code: 'ems', origin }]),
}))
stubSettings({ PLATFORM_URL: 'http://127.0.0.1:9', RATE_LIMIT: '0' })
const { sessionCookie } = await import('#lib/server/session/session')
const { forward } = await import('#lib/server/bff/forward')
const { passSocket } = await import('#lib/server/bff/system-sockets')
const enter = await import('../../app/api/session/enter/route')
const signOut = await import('../../app/api/session/sign-out/route')

/** A system that answers every call with a stream that never ends, and every socket. */
let asked: string[] = []
let stop: () => Promise<void>
beforeEach(async () => {
  asked = []
  const system = http.createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
  })
  system.on('upgrade', ({ url = '' }, socket) => {
    asked.push(url)
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n')
  })
  const served = await serve(system)
  stop = served.stop
  origin = new URL(served.origin)
})
// Sockets are nobody's to wait for.
afterEach(() => void stop())

const east = {
  orgId: 'east',
  orgCode: 'E',
  orgName: 'East',
  systemId: 's1',
  systemCode: 'ems',
  systemName: 'EMS',
}
async function cookieOf(token: string): Promise<string> {
  const person = { v: 1 as const, userId: '7', username: 'li', superIdentification: false }
  const startedAt = Math.floor(Date.now() / 1000)
  return (await sessionCookie({ ...person, token, startedAt, context: east })).split(';')[0] ?? ''
}
const read = (path: string, headers: Record<string, string>) =>
  forward(
    new NextRequest(`http://console.example/api${path}`, {
      headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', ...headers },
    }),
  )
const post = (cookie: string, body: object) => ({
  method: 'POST',
  headers: { 'x-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', cookie },
  body: JSON.stringify(body),
})
const entering = (cookie: string) =>
  enter.POST(
    new NextRequest(
      'http://console.example/api/session/enter',
      post(cookie, { orgId: 'west', systemId: 's1' }),
    ),
  )
const leaving = (cookie: string) =>
  signOut.POST(new NextRequest('http://console.example/api/session/sign-out', post(cookie, {})))

async function knock(path: string, cookie: string): Promise<Wire> {
  const wire = new Wire()
  const headers = { cookie, origin: 'http://console.example', upgrade: 'websocket', 'sec-websocket-key': 'x' }
  await passSocket({ url: `/api${path}`, headers, method: 'GET' } as never, wire, Buffer.alloc(0))
  await expect.poll(() => wire.heard).toContain('HTTP/1.1')
  return wire
}

for (const [what, change] of [
  ['goes to another organization', entering],
  ['signs out', leaving],
] as const) {
  test(`EDGE-1 LOGOUT-1 streams and sockets of a system end at once when the person ${what}`, async () => {
    const [cookie, other] = [await cookieOf(`token ${what}`), await cookieOf(`other ${what}`)]
    const stream = await read('/ems/events', { cookie })
    const others = (await read('/ems/events', { cookie: other })).body?.getReader()
    const reader = stream.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
    const socket = await knock('/ems/socket', cookie)
    expect(socket.heard).toContain('101')
    const ended = (async () => (await reader?.read())?.done)().catch(() => true)
    expect((await change(cookie)).status).toBe(200)
    expect(await ended).toBe(true)
    await expect.poll(() => socket.destroyed).toBe(true)
    expect((await others?.read())?.done, 'another session’s go on').toBe(false)
  })
}

const [here, there] = ['7|east|s1', '7|west|s1'].map(encodeURIComponent)

test('EDGE-1 a stream or socket of a page that is behind does not begin, and the system sees nothing of the mark', async () => {
  const cookie = await cookieOf('pinned')
  const mark = (context?: string) => `console-context=${context}`
  for (const [query, seen] of [
    [`?${mark(here)}`, ''],
    [`?a=1&${mark(here)}`, '?a=1'],
    [`?${mark(here)}&b=%20x+y`, '?b=%20x+y'],
    [`?a=1&${mark(here)}&b=2`, '?a=1&b=2'],
    ['?plain=1', '?plain=1'],
  ] as const) {
    expect((await read(`/ems/events${query}`, { cookie })).status, query).toBe(200)
    expect(asked.at(-1)).toBe(`/ems/events${seen}`)
  }
  expect((await knock(`/ems/socket?${mark(here)}`, cookie)).heard).toContain('101')
  expect(asked.at(-1)).toBe('/ems/socket')
  asked = []
  for (const context of [there, '%', '%E4%B8%AD']) {
    expect((await read(`/ems/events?${mark(context)}`, { cookie })).status, context).toBe(409)
    expect((await knock(`/ems/socket?${mark(context)}`, cookie)).heard, context).toContain('409')
  }
  expect(asked).toEqual([])
})

test('EDGE-1 what a page shows by its address is its organization’s: the browser says which document asks', async () => {
  const cookie = await cookieOf('shown')
  const from = (context?: string) => `http://console.example/ems/?console-context=${context}`
  const picture = { cookie, 'sec-fetch-dest': 'image' }
  expect((await read('/ems/photo', { ...picture, referer: from(here) })).status).toBe(200)
  expect((await read('/ems/photo', { ...picture, referer: from(there) })).status).toBe(409)
  expect(
    (await read('/ems/photo', { ...picture, referer: 'http://console.example/micro/ems/x.css' })).status,
  ).toBe(200)
  const own = { 'x-context': decodeURIComponent(here ?? ''), 'x-console': '1' }
  expect((await read('/ems/photo', { ...picture, ...own, referer: from(there) })).status, 'a header').toBe(
    200,
  )
})

test('FRAME-4 a refused socket is let go of, though the browser keeps its side open', async () => {
  const wire = await knock('/other/socket', await cookieOf('refused'))
  expect(wire.heard).toContain('HTTP/1.1 404')
  await expect.poll(() => wire.destroyed).toBe(true)
})

test('FRAME-4 HOLD-6 a socket looks after both of its sides, of which one may be gone without a word', async () => {
  const asked = vi.spyOn(net.Socket.prototype, 'setKeepAlive')
  const headers = {
    ...{ cookie: await cookieOf('silent'), origin: 'http://console.example' },
    ...{ upgrade: 'websocket', 'sec-websocket-key': 'x' },
  }
  const server = net.createServer((socket) =>
    passSocket({ url: '/api/ems/socket', headers, method: 'GET' } as never, socket, Buffer.alloc(0)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1')
  await new Promise((resolve) => browser.once('data', resolve))
  expect(asked.mock.calls).toEqual([
    [true, 15_000],
    [true, 15_000],
  ])
  const ports = asked.mock.contexts.map((socket) => String((socket as net.Socket).remotePort))
  expect(ports).toEqual([String(browser.localPort), origin.port])
  browser.destroy()
  server.close()
  asked.mockRestore()
})

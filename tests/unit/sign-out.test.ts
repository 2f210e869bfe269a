import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { NextRequest } from 'next/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '#lib/server/log'
import { serve } from '../serve'
import { stubSettings } from './stub-console'

vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }))

/** What a person meets: one console process after the other, and a platform that is away, or back. */
type Answer = { status: number; code: number } | 'away'
const heard = { status: 200, code: 0 }
let answer: Answer = heard
let told: string[] = []
let platform: http.Server
let url = ''
let stop: () => Promise<void>

beforeEach(async () => {
  told = []
  platform = http.createServer((request, response) => {
    if (answer === 'away') return void request.socket.destroy()
    if (request.url === '/authorization/logout') told.push(request.headers.authorization ?? '')
    const { status, code } = answer
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code, msg: '', data: null }))
  })
  ;({ origin: url, stop } = await serve(platform))
  vi.spyOn(log, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  return stop()
})

/** A console process of its own: nothing of an earlier one is left. */
async function startConsole(more = {}) {
  vi.resetModules()
  Reflect.deleteProperty(globalThis, 'rateLimitBuckets')
  const before = (globalThis as { endedSessions?: { timer?: NodeJS.Timeout } }).endedSessions
  clearTimeout(before?.timer)
  Reflect.deleteProperty(globalThis, 'endedSessions')
  stubSettings({ PLATFORM_URL: url, ...more })
  const [session, { middleware }, { forward }, leaveView, signOut] = await Promise.all([
    import('#lib/server/session/session'),
    import('../../middleware'),
    import('#lib/server/bff/forward'),
    import('../../app/api/session/leave-view/route'),
    import('../../app/api/session/sign-out/route'),
  ])
  const page = async (path: string, cookies: Cookies, headers = {}) => {
    const request = new NextRequest(`http://console.example${path}`, {
      headers: { ...headers, cookie: written(cookies) },
    })
    return keep(await middleware(request), cookies)
  }
  const call = async (path: string, cookies: Cookies, more = {}) => {
    const own = { 'x-console': '1', 'sec-fetch-site': 'same-origin', cookie: written(cookies) }
    const headers = { ...own, ...more }
    return keep(await forward(new NextRequest(`http://console.example/api${path}`, { headers })), cookies)
  }
  const begin = async (token: string, startedAt = now(), more = {}): Promise<Cookies> => {
    const person = { v: 1 as const, userId: '7', username: 'li', superIdentification: true }
    const cookies: Cookies = new Map()
    set(await session.sessionCookie({ ...person, token, startedAt, ...more }), cookies)
    return cookies
  }
  const post = async ({ POST }: typeof signOut, cookies: Cookies) => {
    const own = { 'x-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    const headers = { ...own, cookie: written(cookies) }
    const request = { method: 'POST', headers, body: '{}' }
    return keep(await POST(new NextRequest('http://console.example/api/session', request)), cookies)
  }
  return { page, call, begin, leaveView: post.bind(null, leaveView), signOut: post.bind(null, signOut) }
}

const now = () => Math.floor(Date.now() / 1000)
type Cookies = Map<string, string>
const written = (cookies: Cookies) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
function set(line: string, cookies: Cookies): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  // The login page's script takes what it is told.
  if (/Max-Age=0\b/.test(line) || name === 'signed_out') cookies.delete(name)
  else cookies.set(name, value)
}
function keep(response: Response, cookies: Cookies): Response {
  for (const line of response.headers.getSetCookie()) set(line, cookies)
  return response
}
const leave = '/home?areaPortalLogout=true'
const place = (response: Response) =>
  new URL(response.headers.get('location') ?? '', 'http://console.example')

test('LOGOUT-1 a platform that hears the sign-out leaves nothing pending', async () => {
  answer = heard
  const { page, begin } = await startConsole()
  const cookies = await begin('token-heard')
  expect(place(await page(leave, cookies)).href).toBe('http://console.example/login')
  expect(told).toEqual(['Bearer token-heard'])
  expect([...cookies.keys()]).toEqual([])
})

test('LOGOUT-1 LOGOUT-2 a part of a page outside the shell is none: the browser loads it whole', async () => {
  answer = heard
  const { page, begin } = await startConsole()
  const cookies = await begin('token-part')
  const part = { 'x-page-part': '1' }
  const policy = async (path: string, given: Cookies, headers = {}) =>
    (await page(path, given, headers)).headers.get('content-security-policy')
  for (const [path, given] of [
    ['/login?reason=ended', new Map()],
    ['/newPassword', cookies],
  ] as const) {
    expect(await policy(path, given, part), path).not.toContain('script-src')
    expect(await policy(path, given), path).toContain('script-src')
  }
  expect(await policy('/role/index', cookies, part)).toContain('script-src')
})

test('LOGOUT-3 EDGE-3 what other tabs are told is a session that the portal ended, and nothing else', async () => {
  answer = heard
  const { page, begin } = await startConsole()
  const told = async (path: string, cookies: Cookies) =>
    (await page(path, cookies)).headers.getSetCookie().find((line) => line.startsWith('signed_out='))
  for (const path of ['/', '/login', '/home', leave]) {
    expect(await told(path, new Map()), path).toBeUndefined()
    expect(await told(path, new Map([['access_token', 'over']])), `${path} with a session that is over`).toBe(
      undefined,
    )
  }
  // The page reads it, and it does not outlive the way there.
  expect(await told(leave, await begin('token-told'))).toBe('signed_out=1; Path=/; SameSite=Lax; Max-Age=60')
})

test.each([
  ['is away', 'away'],
  ['refuses', { status: 403, code: 403 }],
  ['fails', { status: 500, code: 500 }],
] as const)(
  'LOGOUT-1 LOGOUT-4 while the platform %s, the person is told, and a copied cookie opens nothing',
  async (_, fault) => {
    answer = fault
    const { page, call, begin } = await startConsole()
    const cookies = await begin(`token-${_}`)
    const copy = new Map(cookies)
    expect(place(await page(leave, cookies)).search).toBe('?reason=pending')
    expect([...cookies.keys()]).toEqual(['pending_sign_out'])
    expect(place(await page('/account/index', copy)).pathname).toBe('/login')
    expect(copy.size).toBe(0)
    const again = new Map([...(await begin(`token-${_}`))])
    expect((await call('/auth/info', again)).status).toBe(401)
  },
)

test('LOGOUT-1 the console goes on telling by itself until the platform has heard', async () => {
  answer = 'away'
  const { page, begin } = await startConsole()
  await page(leave, await begin('token-later'))
  expect(told).toEqual([])
  answer = heard
  await expect.poll(() => told).toEqual(['Bearer token-later'])
  await wait(1500)
  expect(told, 'and no longer').toHaveLength(1)
})

test('LOGOUT-1 a session that is always refused does not keep the platform from hearing of others', async () => {
  answer = 'away'
  const { page, begin } = await startConsole()
  await page(leave, await begin('token-poison'))
  await page(leave, await begin('token-plain'))
  answer = heard
  platform.prependListener('request', (request) => {
    answer = request.headers.authorization === 'Bearer token-poison' ? { status: 403, code: 403 } : heard
  })
  await expect.poll(() => told).toContain('Bearer token-plain')
})

test.each(['page', 'call'] as const)(
  'LOGOUT-1 after a restart the browser’s next %s tells the platform first, and the cookie goes',
  async (what) => {
    answer = 'away'
    const first = await startConsole()
    const cookies = await first.begin(`token-restart-${what}`)
    const copy = new Map(cookies)
    await first.page(leave, cookies)
    const second = await startConsole()
    // The new process does not know of it, until the browser that signed out comes by.
    expect((await second.page('/login', cookies)).headers.getSetCookie()).toEqual([])
    expect(place(await second.page('/home', copy)).pathname).toBe('/login')
    answer = { status: 401, code: 102002 }
    await (what === 'page'
      ? second.page('/login', cookies)
      : second.call('/authorization/captcha?key=1', cookies))
    expect(told).toEqual([`Bearer token-restart-${what}`])
    expect([...cookies.keys()]).toEqual([])
  },
)

test('LOGOUT-1 what was pending goes once the session is over by itself, and a cookie made up elsewhere is none', async () => {
  answer = 'away'
  const { page, begin } = await startConsole()
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  const cookies = await begin('token-old', Math.floor(now / 1000) - 8 * 3600 + 2)
  await page(leave, cookies)
  expect(cookies.has('pending_sign_out')).toBe(true)
  vi.setSystemTime(now + 2100)
  await page('/login', cookies)
  vi.useRealTimers()
  expect(cookies.size).toBe(0)
  const forged: Cookies = new Map([['pending_sign_out', 'Fe26.2*1*a*b*c*d*e*f']])
  await page('/login', forged)
  expect([forged.size, told]).toEqual([0, []])
})

test('LOGOUT-1 HOLD-8 whoever shows a cookie of what is pending again and again has the platform told no oftener than anybody asks it', async () => {
  answer = 'away'
  const { page, call, begin } = await startConsole({ RATE_LIMIT: '1' })
  const cookies = await begin('token-again')
  await page(leave, cookies)
  expect([...cookies.keys()]).toEqual(['pending_sign_out'])
  answer = heard
  const foreign = { 'sec-fetch-site': 'cross-site' }
  for (let asked = 0; asked < 20; asked += 1) await call('/auth/info', new Map(cookies), foreign)
  for (let asked = 0; asked < 20; asked += 1) await page('/login', new Map(cookies))
  expect(told.length).toBeGreaterThan(1)
  expect(told.length).toBeLessThan(9)
  // It stays, and is told when it is its turn.
  const kept = new Map(cookies)
  await page('/login', kept)
  expect([...kept.keys()]).toEqual(['pending_sign_out'])
})

test('GUARD-5 a page that could not load the person gives the token back', async () => {
  answer = heard
  const { page, begin } = await startConsole()
  const { logoutNonce } = await import('#lib/server/session/session')
  const startedAt = now()
  const mark = logoutNonce({ token: 'token-unverified', startedAt } as Parameters<typeof logoutNonce>[0])
  await page(`/login?reason=verification&ended=${mark}`, await begin('token-unverified', startedAt))
  await expect.poll(() => told).toEqual(['Bearer token-unverified'])
})

test('LOGIN-7 a late answer of an ended session takes no newer cookie away, and the first one takes its own', async () => {
  const { call, begin } = await startConsole()
  answer = { status: 401, code: 102002 }
  let goOn = () => {}
  platform.prependListener('request', (request, response) => {
    if (request.headers['user-agent'] !== 'slow') return
    const { end } = response
    response.end = (...given: unknown[]) => {
      goOn = () => Reflect.apply(end, response, given)
      return response
    }
  })
  const cookies = await begin('token-late')
  const late = call('/auth/info', new Map(cookies), { 'user-agent': 'slow' })
  await expect.poll(() => goOn.toString()).toContain('Reflect')
  const first = await call('/auth/info', cookies)
  expect([first.status, cookies.size]).toEqual([401, 0])
  goOn()
  const { status, headers } = await late
  expect([status, headers.getSetCookie()]).toEqual([401, []])
  expect((await call('/auth/info', new Map())).headers.getSetCookie(), 'nothing to take').toEqual([])
  // Another process of the console may have signed the person in anew meanwhile: this one does not know of it.
  const elsewhere = call('/auth/info', await begin('token-elsewhere'), { 'user-agent': 'slow' })
  const held = goOn
  await expect.poll(() => goOn).not.toBe(held)
  await new Promise((done) => setTimeout(done, 2100))
  goOn()
  expect((await elsewhere).headers.getSetCookie()).toEqual([])
})

test('WHY-3 LOGOUT-1 a late answer to a view that was left takes nobody’s own session away', async () => {
  answer = 'away'
  const { page, call, begin, leaveView, signOut } = await startConsole()
  const parent = { token: 'token-own', userId: '1', username: 'admin', startedAt: now() }
  const cookies = await begin('token-view', now(), { superIdentification: false, parent })
  const late = new Map(cookies)
  expect((await leaveView(cookies)).status).toBe(200)
  expect(cookies.get('access_token')).not.toBe(late.get('access_token'))
  for (const answered of [await call('/auth/info', late), await page('/home', late)]) {
    expect([401, 307]).toContain(answered.status)
    expect(answered.headers.getSetCookie()).toEqual([])
  }
  // Who logs out in a view ends both, and nothing of them is left.
  const again = await begin('token-other', now(), { superIdentification: false, parent })
  const copy = new Map(again)
  await signOut(again)
  expect((await call('/auth/info', copy)).status).toBe(401)
  expect(copy.size).toBe(0)
})

import http from 'node:http'
import { NextRequest } from 'next/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerOf as fileAnswerOf } from '#lib/file-answer'
import { log } from '#lib/server/log'
import { serve } from '../serve'
import { answerFile, seen } from './build-files'
import { stubSettings } from './stub-console'

vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }))

/** A platform, and a system's server, that count what they are asked; calls of `refused` tokens are refused. */
let asked: string[] = []
let refused: { status: number; code: number } | undefined
let isEnabled = true
let server: http.Server
let place: Awaited<ReturnType<typeof serve>>
const menuPath = '/sys/system/permission/mainMenu'
const systemsPath = '/sys/resourcesConfig/page/listConfig'

function answerOf(path: string, port: number): unknown {
  const systems = [{ id: '1', name: 'EMS', code: 'ems', enable: isEnabled, hostName: '127.0.0.1', port }]
  const answers: Record<string, unknown> = {
    [menuPath]: [{ id: '1', name: 'Stations', code: 'ems.station.index', type: 2 }],
    [systemsPath]: systems,
    '/sys/org/page/listUserOrg': [{ orgId: 'east', orgName: 'East', orgCode: 'E' }],
    '/sys/user/app/list': [{ id: 's1', name: 'EMS', code: 'ems' }],
    '/sys/user/page/list': { content: [], meta: { page: 1, limit: 10, count: 0 } },
  }
  return answers[path] ?? null
}

beforeEach(async () => {
  asked = []
  refused = undefined
  isEnabled = true
  Reflect.deleteProperty(globalThis, 'platformAnswers')
  Reflect.deleteProperty(globalThis, 'endedSessions')
  server = http.createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    asked.push(path)
    request.resume()
    if (/^\/(?:assets\/|index\.html$|$)/.test(path)) return answerFile(request, response)
    const { status, code } = refused ?? { status: 200, code: 0 }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code, msg: '', data: code === 0 ? answerOf(path, place.port) : null }))
  })
  place = await serve(server)
  vi.spyOn(log, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  return place.stop()
})

const context = { orgId: 'east', orgCode: 'E', orgName: 'East', systemId: 's1', systemCode: 'ems' }

/** A console process of its own. */
async function startConsole() {
  vi.resetModules()
  const { origin } = place
  stubSettings({ PLATFORM_URL: origin, MICRO_APP_ORIGINS: origin, RATE_LIMIT: '0' })
  const [{ sessionCookie }, { forward }, { serveSystemFile }, enter, signOut] = await Promise.all([
    import('#lib/server/session/session'),
    import('#lib/server/bff/forward'),
    import('#lib/server/bff/system-files'),
    import('../../app/api/session/enter/route'),
    import('../../app/api/session/sign-out/route'),
  ])
  const cookieOf = async (token: string, systemId = 's1') => {
    const person = { v: 1 as const, userId: '7', username: 'li', superIdentification: false }
    const startedAt = Math.floor(Date.now() / 1000)
    const cookie = await sessionCookie({
      ...person,
      token,
      startedAt,
      context: { ...context, systemId, systemName: 'EMS' },
    })
    return cookie.split(';')[0] ?? ''
  }
  const request = (path: string, cookie: string, body?: object) =>
    new NextRequest(`http://console.example${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-console': '1',
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        cookie,
      },
      body: body && JSON.stringify(body),
    })
  const served = (cookie: string, name: string, headers: Record<string, string> = {}) => {
    const asking = request(`/micro/ems/assets/${name}`, cookie)
    for (const [header, value] of Object.entries(headers)) asking.headers.set(header, value)
    return serveSystemFile(asking)
  }
  return {
    cookieOf,
    file: async (cookie: string, name = 'a.js') => (await served(cookie, name)).status,
    page: (cookie: string) => served(cookie, 'page.html', { 'if-none-match': '"kept"' }),
    window: async (cookie: string, name: string, headers: Record<string, string>) => {
      const answer = await served(cookie, name, headers)
      return [answer.status, /sandbox/.test(answer.headers.get('content-security-policy') ?? '')]
    },
    part: async (cookie: string, name: string, range: string) => {
      const answer = await served(cookie, name, { range, 'if-range': '"one"' })
      return [answer.status, answer.headers.get('content-range'), await answer.text()]
    },
    text: async (cookie: string, name: string, headers: Record<string, string> = {}) => {
      const answer = await served(cookie, name, headers)
      return [answer.headers.get('content-type'), await answer.text()]
    },
    answer: async (cookie: string, name: string) => fileAnswerOf(await served(cookie, name)),
    call: async (path: string, cookie: string, body?: object) =>
      (await forward(request(`/api${path}`, cookie, body))).status,
    enter: async (cookie: string) =>
      (await enter.POST(request('/api/session/enter', cookie, { orgId: 'east', systemId: 's1' }))).status,
    signOut: async (cookie: string) =>
      (await signOut.POST(request('/api/session/sign-out', cookie, {}))).status,
  }
}

/** A console through which a session has just reached a file. */
async function startReached() {
  const started = await startConsole()
  const cookie = await started.cookieOf('token')
  expect(await started.file(cookie)).toBe(200)
  return { ...started, cookie }
}

/** How often the platform was asked what a session may reach since the last time. */
function asks(): number {
  return asked.splice(0).filter((path) => path === menuPath || path === systemsPath).length
}

test('MICRO-4 three hundred files and calls of a system ask the platform a handful of times', async () => {
  const { cookieOf, file, call } = await startConsole()
  const cookie = await cookieOf('token')
  // However long the machine takes: within the three seconds in which an answer holds.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  for (let wave = 0; wave < 10; wave += 1) {
    const files = Array.from({ length: 15 }, (_, at) => file(cookie, `${wave}-${at}.js`))
    const calls = Array.from({ length: 15 }, (_, at) => call(`/ems/assets/${wave}-${at}`, cookie))
    await Promise.all([...files, ...calls])
  }
  expect(asked.filter((path) => path.startsWith('/assets/'))).toHaveLength(150)
  expect(asks()).toBeLessThanOrEqual(4)
})

test('FRAME-3 CALL-5 of the documents of a build a PDF shows in a window of its own, and nothing else does', async () => {
  const { cookieOf, window } = await startConsole()
  const cookie = await cookieOf('token')
  const inWindow = { 'sec-fetch-dest': 'document' }
  expect(await window(cookie, 'manual.pdf', inWindow)).toEqual([200, false])
  expect(await window(cookie, 'manual.pdf', { accept: 'text/html,*/*' }), 'plain HTTP').toEqual([200, false])
  expect(await window(cookie, 'manual.pdf', { 'sec-fetch-dest': 'empty' })).toEqual([200, true])
  expect(await window(cookie, 'other.pdf', inWindow), 'which is none').toEqual([502, true])
  for (const name of ['page.html', 'a.svg']) expect(await window(cookie, name, inWindow)).toEqual([403, true])
  for (const dest of ['iframe', 'object']) {
    expect(await window(cookie, 'manual.pdf', { 'sec-fetch-dest': dest })).toEqual([403, true])
  }
})

test('FRAME-2 a film of a build comes in the parts that a browser asks for, other files as their server answers', async () => {
  const { cookie, file, part } = await startReached()
  expect([await file(cookie, 'passed.js'), await file(cookie, 'nothing.json')]).toEqual([203, 204])
  expect(await part(cookie, 'film.mp4', 'bytes=1-2')).toEqual([206, 'bytes 1-2/4', 'il'])
  expect(await part(cookie, 'film.mp4', 'bytes=9-')).toEqual([416, 'bytes */4', ''])
})

test('HOLD-8 FRAME-10 of files that are read whole a person has twelve at once', async () => {
  const { cookieOf, file } = await startConsole()
  const cookie = await cookieOf('token')
  await Promise.all(Array.from({ length: 20 }, () => file(cookie, 'slow.css')))
  expect(seen.mostSlow).toBe(12)
})

test('FRAME-1 FRAME-2 what a page runs as a script is one for the browser, in UTF-8, whatever its server says of it, unless it is a page', async () => {
  const { cookieOf, text } = await startConsole()
  const cookie = await cookieOf('token')
  expect(await text(cookie, 'a.js')).toEqual(['text/javascript', 'file'])
  expect(await text(cookie, 'old.js')).toEqual(['text/javascript; charset=utf-8', '告警'])
  expect(await text(cookie, 'data')).toEqual([null, 'file'])
  const asScript = (name: string) => text(cookie, name, { 'sec-fetch-dest': 'script' })
  expect(await asScript('data')).toEqual(['text/javascript', 'file'])
  expect(await asScript('env')).toEqual(['text/javascript', 'f({})'])
  expect(await text(cookie, 'env', { 'sec-fetch-dest': 'empty' })).toEqual(['application/json', 'f({})'])
  expect(await asScript('config.jsp'), 'as it came').toEqual(['text/javascript', ' var path = "/ems/a"'])
  expect(await asScript('gone.jsp')).toEqual(['text/html', expect.stringContaining('<!doctype html>')])
})

test('EDGE-8 a right that is withdrawn behind the console’s back bites on files within seconds', async () => {
  const { cookie, file } = await startReached()
  isEnabled = false
  const later = performance.now() + 3001
  vi.spyOn(performance, 'now').mockReturnValue(later)
  expect(await file(cookie)).toBe(404)
})

test('EDGE-8 after a write of anybody’s through this console the platform is asked anew', async () => {
  const { cookieOf, file, call } = await startConsole()
  const [cookie, other] = [await cookieOf('token'), await cookieOf('other')]
  expect(await file(cookie)).toBe(200)
  isEnabled = false
  expect(await call('/sys/resourcesConfig/page/delete/1', other, {})).toBe(200)
  expect(await file(cookie)).toBe(404)
})

test('EDGE-8 a write that fails may have been done all the same', async () => {
  const { cookie, file, call } = await startReached()
  isEnabled = false
  server.prependOnceListener('request', (request) => request.socket.destroy())
  expect(await call('/sys/resourcesConfig/page/delete/1', cookie, {})).toBe(502)
  expect(await file(cookie)).toBe(404)
})

test('LOGOUT-1 a copy of a signed-out session’s cookie gets no file that was reached just before', async () => {
  const { cookie, file, signOut } = await startReached()
  expect(await signOut(cookie)).toBe(200)
  refused = { status: 401, code: 102001 }
  expect(await file(cookie)).toBe(401)
})

test.each([
  ['status 403', { status: 403, code: 403 }],
  ['code 403', { status: 200, code: 403 }],
  ['code 102002', { status: 200, code: 102002 }],
  ['status 401', { status: 401, code: 7 }],
])(
  'EDGE-8 a call of the session’s that is refused with %s has the platform asked anew',
  async (_, refusal) => {
    const { cookieOf, file, call } = await startConsole()
    const [cookie, other] = [await cookieOf('token'), await cookieOf('other')]
    await file(cookie)
    await file(other)
    refused = refusal
    await call('/sys/user/page/list', cookie)
    refused = undefined
    expect(asks()).toBe(4)
    await file(other)
    expect(asks(), 'another session goes on').toBe(0)
    await file(cookie)
    expect(asks()).toBe(2)
  },
)

test('EDGE-1 each context is asked for apart, and entering one has the platform asked anew', async () => {
  const { cookieOf, file, enter } = await startConsole()
  const [cookie, elsewhere] = [await cookieOf('token'), await cookieOf('token', 's2')]
  await file(cookie)
  await file(elsewhere)
  expect(asks()).toBe(4)
  expect(await enter(cookie)).toBe(200)
  await file(cookie)
  expect(asks()).toBe(2)
})

test('CALL-3 what is refused or does not come is not kept', async () => {
  const { cookieOf, file } = await startConsole()
  const cookie = await cookieOf('token')
  refused = { status: 500, code: 500 }
  expect(await file(cookie)).toBe(502)
  refused = undefined
  expect(await file(cookie)).toBe(200)
})

test('EDGE-8 a page asks the platform whatever was just answered, and files take what it was told', async () => {
  const { cookieOf, file } = await startConsole()
  const { readMicroApps } = await import('#lib/server/micro/micro-apps')
  const { openSession } = await import('#lib/server/session/session')
  const cookie = await cookieOf('token')
  expect(await file(cookie)).toBe(200)
  isEnabled = false
  const session = await openSession(cookie.split('=')[1])
  await readMicroApps({ session, locale: 'zh-cn', headers: new Headers() })
  expect(asks()).toBe(3)
  expect(await file(cookie)).toBe(404)
  expect(asks()).toBe(0)
})

test('FRAME-8 a file that does not come says what the system’s server did', async () => {
  const { cookieOf, answer } = await startConsole()
  const cookie = await cookieOf('token')
  expect(await answer(cookie, 'moved.js')).toEqual({ status: 302, to: '/login' })
  expect(await answer(cookie, 'broken.js')).toEqual({ status: 500 })
  expect(await answer(cookie, 'cut.js')).toMatchObject({ status: 502, fault: 'unreachable' })
})

test('FRAME-2 a start page that its server gives at the root alone is found there', async () => {
  const { cookieOf, text } = await startConsole()
  expect(await text(await cookieOf('token'), '../index.html')).toContain('<p>start')
})

test('FRAME-5 a page is told where its build expects to stand, and is never an old copy that was told nothing', async () => {
  const { cookieOf, page } = await startConsole()
  const answer = await page(await cookieOf('token'))
  expect(answer.headers.get('x-system-built-for')).toBe('prefix')
  expect(await answer.text()).toBe('<script src="/micro/ems/a.js"></script>')
  expect(seen.copy).toBeUndefined()
})

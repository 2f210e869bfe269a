import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { test as base, expect } from 'playwright/test'
import { freePort } from '../scripts/lib/ports.mjs'
import { startStack } from '../scripts/lib/stack.mjs'
import { type FakePlatform, fakeToken, json, startFakePlatform } from './fake-platform'
import { hash } from './fixtures'

/** Milliseconds that the console waits for the platform here, so that time-outs are quick to see. */
const patience = 1500

interface Bff {
  origin: string
  platform: FakePlatform
  send: (path: string, options?: Sent) => Promise<Got>
}
interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Without the session's cookie. */
  anonymous?: boolean
}
interface Got {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
  /** The envelope's code, or 0 where there is none. */
  code: number
  msg: string
  broken: boolean
}

const test = base.extend<object, { bff: Bff }>({
  bff: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const platform = await startFakePlatform()
      const port = await freePort()
      const origin = `http://127.0.0.1:${port}`
      const stack = await startStack({
        port,
        env: {
          PLATFORM_URL: platform.url,
          PLATFORM_CLIENT_ID: 'console',
          PLATFORM_CLIENT_SECRET: 'client secret',
          SESSION_SECRET: 'a-secret-of-at-least-thirty-two-characters',
          PUBLIC_ORIGIN: origin,
          UPSTREAM_TIMEOUT_MS: String(patience),
        },
      })
      const signedIn = await request(origin, '/api/session/sign-in', {
        method: 'POST',
        headers: { 'x-console': '1', origin, 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', code: '1', secret: hash('x'), key: '1700000000000' }),
      })
      const cookie = (signedIn.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
      await use({
        origin,
        platform,
        send: (path, { headers = {}, anonymous, ...rest } = {}) =>
          request(origin, path, {
            ...rest,
            headers: { 'x-console': '1', origin, ...(anonymous ? {} : { cookie }), ...headers },
          }),
      })
      await stack.stop()
      await platform.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
// One fake platform, whose answers each test sets for itself.
test.describe.configure({ mode: 'serial' })
test.beforeEach(({ bff }) => {
  bff.platform.answers.clear()
  bff.platform.seen.length = 0
})

/** The path goes out as it is written: no client library tidies it up. */
function request(origin: string, path: string, { method = 'GET', headers = {}, body }: Sent): Promise<Got> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const size = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = http.request(
      { hostname, port, path, method, headers: { ...size, ...headers } },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        const done = (broken: boolean) => {
          const envelope = parse(text)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            code: envelope.code ?? 0,
            msg: envelope.msg ?? '',
            broken,
          })
        }
        response.on('end', () => done(false))
        response.on('error', () => done(true))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
function parse(text: string): { code?: number; msg?: string } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const list = '/api/sys/user/page/list'
const page = { code: 0, msg: '', data: { content: [], meta: { page: 1, limit: 10, count: 0 } } }

test('CALL-2 bearer, locale and address are the BFF’s words, whatever the browser says', async ({ bff }) => {
  bff.platform.answers.set('/sys/user/page/list', json(page))
  const got = await bff.send(`${list}?page=2`, {
    headers: {
      authorization: 'Bearer forged',
      business: 'forged',
      locale: 'fr',
      'x-user-id': '1',
      'x-forwarded-for': '6.6.6.6',
      'x-http-method-override': 'DELETE',
      'x-middleware-subrequest': 'middleware',
    },
  })
  expect(got.code).toBe(0)
  const [seen] = bff.platform.seen
  expect(seen?.url).toBe('/sys/user/page/list?page=2')
  expect(seen?.headers).toMatchObject({
    authorization: `Bearer ${fakeToken}`,
    locale: 'zh-cn',
    'x-forwarded-for': '127.0.0.1',
  })
  for (const name of [
    'cookie',
    'business',
    'x-user-id',
    'x-http-method-override',
    'x-console',
    'origin',
    'x-middleware-subrequest',
  ]) {
    expect(seen?.headers[name], name).toBeUndefined()
  }
})

test('CALL-2 before sign-in the platform gets the basic client credentials', async ({ bff }) => {
  const picture = Buffer.from('89504e470d0a1a0a', 'hex')
  bff.platform.answers.set('/authorization/captcha', (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    response.end(picture)
  })
  const got = await bff.send('/api/authorization/captcha?key=1700000000000', { anonymous: true })
  expect(got.headers['content-type']).toBe('image/png')
  const basic = `Basic ${Buffer.from('console:client secret').toString('base64')}`
  expect(bff.platform.seen[0]?.headers.authorization).toBe(basic)
})

test('CALL-2 the locale header follows the chosen language', async ({ bff }) => {
  bff.platform.answers.set('/sys/user/page/list', json(page))
  await bff.send(list, { headers: { cookie: 'x=1' } })
  const { headers } = await bff.send('/api/session/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: 'lang=en' },
    body: JSON.stringify({ username: 'admin', code: '1', secret: hash('x'), key: '1700000000000' }),
  })
  expect(headers['set-cookie']?.join()).toContain('HttpOnly')
  expect(bff.platform.seen.at(-1)?.headers.locale).toBe('en-US')
})

test('LOGIN-7 no answer of the BFF bears the token', async ({ bff }) => {
  const got = await bff.send('/api/session/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', code: '1', secret: hash('x'), key: '1700000000000' }),
  })
  expect(got.code).toBe(0)
  expect(got.text + JSON.stringify(got.headers)).not.toContain(fakeToken)
})

test('CALL-5 only the contract’s calls reach the platform', async ({ bff }) => {
  const paths = [
    '/api/sys/user/page/unknown',
    '/api/admin',
    '/api/sys/user/page/list/',
    '/api/sys/user/page/LIST',
    '/api/sys/user//page/list',
    '/api/sys/user/page/detail/..%2f..%2fadmin',
    '/api/sys/user/page/detail/%2e%2e',
    '/api/sys/user/page/detail/a%00b',
    '/api/sys/user/page/detail/a;b',
    '/api/sys/user/page/detail/a@evil.example',
    `/api/sys/user/page/detail/${'a'.repeat(65)}`,
    '/api/sys%2fuser%2fpage%2flist',
    '/api/http://evil.example/',
    '/api/sys/user/page/detail/{id}',
    '/api/%73ys/user/page/list',
    '/api/authorization/logout',
    '/api/authorization/oauth/token',
  ]
  for (const path of paths) {
    const got = await bff.send(path)
    expect([404, 405, 308, 400], `${path} → ${got.status}`).toContain(got.status)
  }
  for (const path of ['/api/authorization/oauth/token', '/api/authorization/logout']) {
    expect((await bff.send(path, { method: 'POST' })).status, path).toBe(404)
  }
  expect(bff.platform.seen).toEqual([])
})

test('CALL-5 a method that a call does not have is 405 and goes nowhere', async ({ bff }) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const got = await bff.send(list, { method })
    expect(got.status, method).toBe(405)
    expect(got.headers.allow, method).toBe('GET')
  }
  expect(bff.platform.seen).toEqual([])
})

test('CALL-5 a request that does not come from our pages is refused, reads too', async ({ bff }) => {
  const foreign: Record<string, string>[] = [
    { 'x-console': '' },
    { 'x-console': '2' },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: `${bff.origin}.evil.example` },
    { origin: 'http://127.0.0.1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]
  for (const headers of foreign) {
    for (const [method, path] of [
      ['GET', list],
      ['POST', '/api/sys/user/page/delete/1'],
      ['POST', '/api/session/sign-out'],
    ] as const) {
      const got = await bff.send(path, { method, headers })
      expect(got.status, `${method} ${path} ${JSON.stringify(headers)}`).toBe(403)
    }
  }
  expect(bff.platform.seen).toEqual([])
})

test('CALL-5 a body of another type or over the limit is refused', async ({ bff }) => {
  const path = '/api/sys/user/page/add'
  const typed = (type: string) => ({ method: 'POST', headers: { 'content-type': type }, body: '{}' })
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
  ]) {
    expect((await bff.send(path, typed(type))).status, type).toBe(415)
  }
  const large = { ...typed('application/json'), body: JSON.stringify({ name: 'x'.repeat(1_100_000) }) }
  expect((await bff.send(path, large)).status).toBe(413)
  expect((await bff.send(`${list}?account=${'x'.repeat(5000)}`)).status).toBe(414)
  expect(bff.platform.seen).toEqual([])
})

test('CALL-3 a platform that does not answer in time is reported as that, and loses nobody their session', async ({
  bff,
}) => {
  bff.platform.answers.set('/sys/user/page/list', () => {})
  const begun = Date.now()
  const got = await bff.send(list, {})
  expect(got.status).toBe(504)
  expect(got.msg).toBe('请求超时。')
  expect(Date.now() - begun).toBeGreaterThan(patience - 100)
  expect(Date.now() - begun).toBeLessThan(patience + 1500)
  expect(got.headers['set-cookie']).toBeUndefined()
})

test('CALL-3 the time limit covers the answer’s body: a stalled one is a broken transfer, no short success', async ({
  bff,
}) => {
  bff.platform.answers.set('/sys/user/page/list', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' })
    response.write('{"code":0,')
  })
  expect((await bff.send(list)).broken).toBe(true)
})

test('CALL-3 nonsense of the platform is a system error, and none of it is passed on', async ({ bff }) => {
  const nonsense = {
    html: json('<h1>Bad gateway</h1>', 200, { 'content-type': 'text/html' }),
    'broken JSON': json('{"code":'),
    trace: json({ code: 500, msg: 'NullPointerException at com.example', data: null }, 500),
    redirect: json('', 302, { location: 'http://169.254.169.254/' }),
    'unknown encoding': json('x', 200, { 'content-encoding': 'zstd' }),
    svg: json('<svg/>', 200, { 'content-type': 'image/svg+xml' }),
  }
  for (const [name, answer] of Object.entries(nonsense)) {
    bff.platform.answers.set('/sys/user/page/list', answer)
    const got = await bff.send(list)
    expect(got.status, name).toBe(502)
    expect(got.msg, name).toBe('系统错误。')
    expect(got.text, name).not.toMatch(/NullPointer|169\.254|Bad gateway|svg/)
    expect(got.headers.location, name).toBeUndefined()
  }
})

test('CALL-4 a refusal’s code and message come through as they are', async ({ bff }) => {
  for (const [code, status] of [
    [500, 200],
    [101016, 400],
    [409, 409],
  ] as const) {
    bff.platform.answers.set(
      '/sys/user/page/list',
      json({ code, msg: 'the platform’s words', data: null }, status),
    )
    const got = await bff.send(list)
    expect([got.code, got.msg, got.status]).toEqual([code, 'the platform’s words', status])
  }
})

test('LOGOUT-2 codes 102001 and 102002 from any call end the session, at whatever HTTP status', async ({
  bff,
}) => {
  for (const code of [102001, 102002]) {
    for (const status of [200, 401]) {
      bff.platform.answers.set('/sys/user/page/list', json({ code, msg: 'over', data: null }, status))
      const got = await bff.send(list)
      expect(got.code).toBe(code)
      expect(got.headers['set-cookie']?.join()).toMatch(/access_token=; .*Max-Age=0/)
    }
  }
})

test('CALL-5 headers of the platform that mean something to a browser stay behind', async ({ bff }) => {
  const headers = {
    'set-cookie': 'platform=1',
    server: 'x',
    'x-powered-by': 'x',
    'access-control-allow-origin': '*',
    link: '</x>; rel=preload',
    refresh: '0;url=/x',
    'clear-site-data': '"*"',
    'x-middleware-rewrite': '/x',
    etag: '"1"',
  }
  bff.platform.answers.set('/sys/user/page/list', json(page, 200, headers))
  const got = await bff.send(list)
  expect(got.headers.etag).toBe('"1"')
  for (const name of Object.keys(headers).filter((name) => name !== 'etag'))
    expect(got.headers[name], name).toBeUndefined()
  expect(got.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(got.headers['content-security-policy']).toContain('sandbox')
})

test('CALL-5 an encoded answer arrives decoded, a large one whole', async ({ bff }) => {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({
    id: String(index),
    account: `person ${index}`,
    enabled: true,
  }))
  const large = {
    code: 0,
    msg: '',
    data: { content: rows, meta: { page: 1, limit: 10, count: rows.length } },
  }
  const text = JSON.stringify(large)
  bff.platform.answers.set('/sys/user/page/list', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync(text))
  })
  expect((await bff.send(list)).text).toBe(text)
  bff.platform.answers.set('/sys/user/page/list', json(text))
  expect((await bff.send(list)).text).toBe(text)
})

test('CALL-3 a browser that leaves ends the platform’s call too', async ({ bff }) => {
  let closed: () => void = () => {}
  const ended = new Promise<void>((resolve) => {
    closed = resolve
  })
  bff.platform.answers.set('/sys/user/page/list', (request) => {
    request.socket.once('close', closed)
  })
  const abandoned = new AbortController()
  const going = fetch(bff.origin + list, {
    headers: { 'x-console': '1', cookie: 'none' },
    signal: abandoned.signal,
  }).catch(() => {})
  await going
  const { hostname, port } = new URL(bff.origin)
  const cookie = await freshCookie(bff)
  const outgoing = http.get({ hostname, port, path: list, headers: { 'x-console': '1', cookie } })
  outgoing.on('error', () => {})
  await expect
    .poll(() => bff.platform.seen.some((seen) => seen.url.startsWith('/sys/user/page/list')))
    .toBe(true)
  outgoing.destroy()
  const limit = wait(1000).then(() => 'still open')
  expect(await Promise.race([ended.then(() => 'closed'), limit])).toBe('closed')
})

test('CALL-5 the body of a session call is read up to its limit, however it is sent', async ({ bff }) => {
  const { hostname, port } = new URL(bff.origin)
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const outgoing = http.request(
      {
        hostname,
        port,
        path: '/api/session/sign-in',
        method: 'POST',
        headers: { 'x-console': '1', origin: bff.origin, 'content-type': 'application/json' },
      },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
    outgoing.on('error', reject)
    // In pieces, without a length.
    for (let piece = 0; piece < 100; piece += 1) outgoing.write(' '.repeat(1000))
    outgoing.end(JSON.stringify({ username: 'admin', code: '1', secret: hash('x'), key: '1700000000000' }))
  })
  expect(status).toBe(400)
  expect(bff.platform.seen).toEqual([])
})

test('CALL-5 a body that is refused half way does not hold up the next call of its connection', async ({
  bff,
}) => {
  bff.platform.answers.set('/sys/user/page/list', json(page))
  const { hostname, port } = new URL(bff.origin)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { 'x-console': '1', origin: bff.origin, cookie: await freshCookie(bff) }
  const status = (method: string, path: string, type: Record<string, string>, pieces: number) =>
    new Promise<number | undefined>((resolve, reject) => {
      const outgoing = http.request(
        { agent, hostname, port, path, method, headers: { ...headers, ...type } },
        (response) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode))
        },
      )
      outgoing.on('error', reject)
      for (let piece = 0; piece < pieces; piece += 1) outgoing.write(' '.repeat(1000))
      outgoing.end()
    })
  const jsonType = { 'content-type': 'application/json' }
  expect(await status('POST', '/api/sys/user/page/add', jsonType, 3000)).toBe(413)
  expect(await status('GET', list, {}, 0)).toBe(200)
  agent.destroy()
})

test('CALL-5 a session call that is never finished is answered in time', async ({ bff }) => {
  const { hostname, port } = new URL(bff.origin)
  const begun = Date.now()
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const outgoing = http.request(
      {
        hostname,
        port,
        path: '/api/session/sign-in',
        method: 'POST',
        headers: {
          'x-console': '1',
          origin: bff.origin,
          'content-type': 'application/json',
          'content-length': '100',
        },
      },
      (response) => {
        response.resume()
        resolve(response.statusCode)
        outgoing.destroy()
      },
    )
    outgoing.on('error', reject)
    outgoing.write('{')
  })
  expect(status).toBe(400)
  expect(Date.now() - begun).toBeLessThan(patience * 10)
})

// The last one: it leaves its address without calls for a moment.
test('CALL-5 a flood without a session is told to wait, and whoever has a session goes on', async ({
  bff,
}) => {
  bff.platform.answers.set('/sys/user/page/list', json(page))
  let refused: Got | undefined
  // As fast as this machine can: a slow one takes longer to use the burst up.
  for (let wave = 0; wave < 20 && refused === undefined; wave += 1) {
    const flood = await Promise.all(
      Array.from({ length: 300 }, () => bff.send('/api/authorization/captcha?key=1', { anonymous: true })),
    )
    refused = flood.find(({ status }) => status === 429)
  }
  expect(refused?.headers['retry-after']).toBe('1')
  expect(refused?.msg).toBe('请求过于频繁，请稍后再试')
  expect((await bff.send(list)).code).toBe(0)
})

async function freshCookie(bff: Bff): Promise<string> {
  const { headers } = await bff.send('/api/session/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', code: '1', secret: hash('x'), key: '1700000000000' }),
  })
  return (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
}

import http from 'node:http'
import { gzipSync } from 'node:zlib'
import { type Answerer, test as base, type FakePlatform, fakeToken, json, patience } from './fake-platform'
import { expect, hash } from './fixtures'
import { ask, type Got, type Sent } from './raw-http'

/** With the envelope's code and message, where there is one. */
type Enveloped = Got & { code: number; msg: string }

/** No browser: requests of which every byte is the test's own. `cookie` is a session's, of the fake platform. */
const test = base.extend<{ send: (path: string, options?: Sent) => Promise<Enveloped> }, { cookie: string }>({
  cookie: [async ({ origin }, use) => use(cookieIn(await signIn(origin))), { scope: 'worker' }],
  send: async ({ origin, cookie }, use) =>
    use((path, { headers, ...rest } = {}) =>
      request(origin, path, { ...rest, headers: { 'x-console': '1', origin, cookie, ...headers } }),
    ),
})
// One fake platform, whose answers each test sets for itself.
test.describe.configure({ mode: 'default' })
test.beforeEach(({ platform, cookie }) => {
  expect(cookie).not.toBe('')
  platform.seen.length = 0
})

const asJson = { 'content-type': 'application/json' }
const credentials = JSON.stringify({ username: 'admin', code: '1', secret: hash('x'), key: '1700000000000' })
const signIn = (origin: string, headers: Record<string, string> = {}) =>
  request(origin, '/api/session/sign-in', {
    method: 'POST',
    headers: { 'x-console': '1', origin, ...asJson, ...headers },
    body: credentials,
  })
const cookieIn = ({ headers }: Got) =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')

async function request(origin: string, path: string, sent: Sent): Promise<Enveloped> {
  const got = await ask(origin, { ...sent, path })
  const isEnvelope = got.headers['content-type']?.includes('json') && !got.isBroken
  return { code: 0, msg: '', ...(isEnvelope && JSON.parse(got.text)), ...got }
}

const list = '/api/sys/user/page/list'
/** What the fake platform says to that call from now on. */
const answers = (platform: FakePlatform, answer: Answerer) =>
  platform.answers.set('/sys/user/page/list', answer)
const page = { code: 0, msg: '', data: { content: [], meta: { page: 1, limit: 10, count: 0 } } }

test('CALL-2 bearer, locale and address are the BFF’s words', async ({ platform, send }) => {
  answers(platform, json(page))
  const got = await send(`${list}?page=2`, {
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
  const [seen] = platform.seen
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

test('CALL-2 before sign-in the platform gets the basic client credentials', async ({ platform, send }) => {
  const picture = Buffer.from('89504e470d0a1a0a', 'hex')
  platform.answers.set('/authorization/captcha', (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    response.end(picture)
  })
  const got = await send('/api/authorization/captcha?key=1700000000000', { headers: { cookie: '' } })
  expect(got.headers['content-type']).toBe('image/png')
  const basic = `Basic ${Buffer.from('console:client secret').toString('base64')}`
  expect(platform.seen[0]?.headers.authorization).toBe(basic)
})

test('CALL-2 LOGIN-7 the locale follows; no answer bears the token', async ({ origin, platform }) => {
  const got = await signIn(origin, { cookie: 'lang=en' })
  expect(got.code).toBe(0)
  expect(got.headers['set-cookie']?.join()).toContain('HttpOnly')
  expect(got.text + JSON.stringify(got.headers)).not.toContain(fakeToken)
  expect(platform.seen.at(-1)?.headers.locale).toBe('en-US')
})

test('CALL-5 only the contract’s calls reach the platform', async ({ platform, send }) => {
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
    const got = await send(path)
    expect([404, 405, 308, 400], `${path} → ${got.status}`).toContain(got.status)
  }
  for (const path of ['/api/authorization/oauth/token', '/api/authorization/logout']) {
    expect((await send(path, { method: 'POST' })).status, path).toBe(404)
  }
  expect(platform.seen).toEqual([])
})

test('CALL-5 a method that a call does not have is 405 and goes nowhere', async ({ platform, send }) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const got = await send(list, { method })
    expect(got.status, method).toBe(405)
    expect(got.headers.allow, method).toBe('GET')
  }
  expect(platform.seen).toEqual([])
})

test('CALL-5 what does not come from our pages is refused', async ({ origin, platform, send }) => {
  const foreign: Record<string, string>[] = [
    { 'x-console': '' },
    { 'x-console': '2' },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: `${origin}.evil.example` },
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
      const got = await send(path, { method, headers })
      expect(got.status, `${method} ${path} ${JSON.stringify(headers)}`).toBe(403)
    }
  }
  expect(platform.seen).toEqual([])
})

test('CALL-5 a body of another type or over the limit is refused', async ({ platform, send }) => {
  const path = '/api/sys/user/page/add'
  const typed = (type: string) => ({ method: 'POST', headers: { 'content-type': type }, body: '{}' })
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
  ]) {
    expect((await send(path, typed(type))).status, type).toBe(415)
  }
  const large = { ...typed('application/json'), body: JSON.stringify({ name: 'x'.repeat(1_100_000) }) }
  expect((await send(path, large)).status).toBe(413)
  expect((await send(`${list}?account=${'x'.repeat(5000)}`)).status).toBe(414)
  expect(platform.seen).toEqual([])
})

test('CALL-3 silence is told, and loses nobody their session', async ({ platform, send }) => {
  answers(platform, () => {})
  const begun = Date.now()
  const got = await send(list)
  expect(got.status).toBe(504)
  expect(got.msg).toBe('请求超时。')
  expect(Date.now() - begun).toBeGreaterThan(patience - 100)
  expect(got.headers['set-cookie']).toBeUndefined()
})

test('CALL-3 the time limit covers the answer’s body', async ({ platform, send }) => {
  answers(platform, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' })
    response.write('{"code":0,')
  })
  // Half an answer is none: nothing of it is passed on.
  await expect(send(list)).rejects.toThrow('socket hang up')
})

test('CALL-3 nonsense is a system error, and stays behind', async ({ platform, send }) => {
  const nonsense = {
    html: json('<h1>Bad gateway</h1>', 200, { 'content-type': 'text/html' }),
    'broken JSON': json('{"code":'),
    trace: json({ code: 500, msg: 'NullPointerException at com.example', data: null }, 500),
    'word of a proxy': json({ code: 503, msg: 'NullPointerException at com.example', data: null }, 503),
    'long word of a proxy': json(
      { code: 503, msg: 'NullPointer'.repeat(2000), data: { outcome: 'unknown' } },
      503,
    ),
    redirect: json('', 302, { location: 'http://169.254.169.254/' }),
    'unknown encoding': json('x', 200, { 'content-encoding': 'zstd' }),
    svg: json('<svg/>', 200, { 'content-type': 'image/svg+xml' }),
  }
  for (const [name, answer] of Object.entries(nonsense)) {
    answers(platform, answer)
    const got = await send(list)
    expect(got.status, name).toBe(502)
    expect(got.msg, name).toBe('系统错误。')
    expect(got.text, name).not.toMatch(/NullPointer|169\.254|Bad gateway|svg/)
    expect(got.headers.location, name).toBeUndefined()
  }
})

test('CALL-4 a refusal’s code and message come through as they are', async ({ platform, send }) => {
  for (const [code, status] of [
    [500, 200],
    [101016, 400],
    [409, 409],
  ] as const) {
    platform.answers.set(
      '/sys/user/page/list',
      json({ code, msg: 'the platform’s words', data: null }, status),
    )
    const got = await send(list)
    expect([got.code, got.msg, got.status]).toEqual([code, 'the platform’s words', status])
  }
})

test('CALL-3 the platform’s word of the outcome comes through', async ({ platform, send }) => {
  for (const outcome of ['unchanged', 'unknown']) {
    const refusal = { code: 503, msg: 'the platform’s words', data: { outcome } }
    answers(platform, json(refusal, 503))
    const got = await send(list)
    expect([got.status, JSON.parse(got.text)]).toEqual([503, refusal])
  }
})

test('LOGOUT-2 102001 and 102002 end the session at any status', async ({ platform, send }) => {
  for (const code of [102001, 102002]) {
    for (const status of [200, 401]) {
      answers(platform, json({ code, msg: 'over', data: null }, status))
      const got = await send(list)
      expect(got.code).toBe(code)
      expect(got.headers['set-cookie']?.join()).toMatch(/access_token=; .*Max-Age=0/)
    }
  }
})

test('CALL-5 headers that mean something to a browser stay behind', async ({ platform, send }) => {
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
  answers(platform, json(page, 200, headers))
  const got = await send(list)
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

test('CALL-5 an encoded answer arrives decoded, a large one whole', async ({ platform, send }) => {
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
  answers(platform, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync(text))
  })
  expect((await send(list)).text).toBe(text)
  answers(platform, json(text))
  expect((await send(list)).text).toBe(text)
})

test('CALL-3 a browser that leaves ends the platform’s call too', async ({ origin, platform, cookie }) => {
  const ended = new Promise<string>((resolve) => {
    answers(platform, (request) => {
      request.socket.once('close', () => resolve('closed'))
    })
  })
  const outgoing = http.get(origin + list, { headers: { 'x-console': '1', cookie } })
  outgoing.on('error', () => {})
  await expect.poll(() => platform.seen.some(({ url }) => url === '/sys/user/page/list')).toBe(true)
  outgoing.destroy()
  expect(await ended).toBe('closed')
})

/** A POST in pieces, without a length unless the headers say one; `end` undefined leaves it unfinished. */
function inPieces(
  address: string,
  headers: Record<string, string>,
  pieces: number,
  { end, agent }: { end?: string; agent?: http.Agent },
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = http.request(address, { method: 'POST', headers, agent }, (response) => {
      response.resume()
      if (end !== undefined) response.on('end', () => resolve(response.statusCode))
      else {
        resolve(response.statusCode)
        outgoing.destroy()
      }
    })
    outgoing.on('error', reject)
    for (let piece = 0; piece < pieces; piece += 1) outgoing.write(' '.repeat(1000))
    if (end === undefined) outgoing.write('{')
    else outgoing.end(end)
  })
}

test('CALL-5 a session call’s body has a limit, and a time', async ({ origin, platform }) => {
  const address = `${origin}/api/session/sign-in`
  const headers = { 'x-console': '1', origin, ...asJson }
  expect(await inPieces(address, headers, 100, { end: credentials })).toBe(400)
  expect(await inPieces(address, { ...headers, 'content-length': '100' }, 0, {})).toBe(400)
  expect(platform.seen).toEqual([])
})

test('CALL-5 a refused body holds up no next call', async ({ origin, platform, cookie, send }) => {
  answers(platform, json(page))
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { 'x-console': '1', origin, cookie, ...asJson }
  expect(await inPieces(`${origin}/api/sys/user/page/add`, headers, 3000, { end: '', agent })).toBe(413)
  expect((await send(list, { agent })).status).toBe(200)
  agent.destroy()
})

// The last one: it leaves its address without calls for a moment.
test('CALL-5 a flood waits, and whoever has a session goes on', async ({ platform, send }) => {
  answers(platform, json(page))
  let refused: Enveloped | undefined
  // As fast as this machine can: a slow one takes longer to use the burst up.
  for (let wave = 0; wave < 20 && refused === undefined; wave += 1) {
    const flood = await Promise.all(
      Array.from({ length: 300 }, () =>
        send('/api/authorization/captcha?key=1', { headers: { cookie: '' } }),
      ),
    )
    refused = flood.find(({ status }) => status === 429)
  }
  expect(refused?.headers['retry-after']).toBe('1')
  expect(refused?.msg).toBe('请求过于频繁，请稍后再试')
  expect((await send(list)).code).toBe(0)
})

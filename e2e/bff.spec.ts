import http from 'node:http'
import { answers, asJson, credentials, type Enveloped, forgetSeen, list, page, signIn, test } from './bff'
import { fakeToken, json } from './fake-platform'
import { expect } from './fixtures'

// One fake platform, whose answers each test sets for itself.
test.describe.configure({ mode: 'default' })
test.beforeEach(forgetSeen)

test('CALL-2 bearer, locale and address are the BFF’s words', async ({ platform, send }) => {
  answers(platform, json(page))
  const got = await send(`${list}?page=2`, {
    headers: {
      authorization: 'Bearer forged',
      business: 'forged',
      locale: 'fr',
      'x-user-id': '1',
      'x-username': 'admin',
      'x-remote-user': 'admin',
      'x-access-token': 'forged',
      'x-auth-token': 'forged',
      'proxy-authorization': 'Bearer forged',
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
    'x-username',
    'x-remote-user',
    'x-access-token',
    'x-auth-token',
    'proxy-authorization',
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
    expect(got.headers.allow, method).toBe('GET, HEAD')
  }
  expect(platform.seen).toEqual([])
})

test('CALL-5 the console’s own calls are 405 by any method but theirs, as every answer is kept by nobody and opened as no page', async ({
  send,
}) => {
  for (const path of [
    '/api/session/sign-in',
    '/api/session/sign-out',
    '/api/session/view',
    '/api/csp-report',
  ]) {
    for (const method of ['GET', 'HEAD', 'PUT', 'OPTIONS']) {
      const { status, headers } = await send(path, { method })
      expect(status, `${method} ${path}`).toBe(405)
      expect(headers, `${method} ${path}`).toMatchObject({
        allow: 'POST',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
    }
  }
})

test('CALL-5 HOLD-8 beside the files of a build, below /api/ and /micro/ there is no page, for anybody', async ({
  send,
}) => {
  for (const headers of [{}, { cookie: '' }] as Record<string, string>[]) {
    for (const path of ['/_next/static/none.js', '/_next/static/', '/api/', '/micro/']) {
      const got = await send(path, { headers })
      expect([401, 404], `${path} ${got.status}`).toContain(got.status)
      expect(got.headers['content-type'] ?? '', path).not.toContain('html')
      expect(got.headers['cache-control'], path).toContain('no-store')
      expect(got.headers['content-security-policy'], path).toContain("default-src 'none'")
    }
  }
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
  expect(await inPieces(address, { ...headers, 'content-length': '100' }, 0, {})).toBe(408)
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

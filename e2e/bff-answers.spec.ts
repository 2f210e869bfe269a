import http from 'node:http'
import { gzipSync } from 'node:zlib'
import { answers, forgetSeen, list, page, test } from './bff'
import { json, patience } from './fake-platform'
import { expect } from './fixtures'

// One fake platform, whose answers each test sets for itself.
test.describe.configure({ mode: 'default' })
test.beforeEach(forgetSeen)

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
    'unknown encoding': json('x', 200, { 'content-encoding': 'compress' }),
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

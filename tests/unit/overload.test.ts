import { once } from 'node:events'
import http, { type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installOverload } from '#lib/server/http/overload'
import { leavePlace } from '#lib/server/http/place'
import { serve } from '../serve'
import { stubSettings } from './stub-console'

/** As Next's server: it takes upgrades; what is called `held` stays at work until it is let go, `waits` for somebody else. */
let held: ServerResponse[] = []
const server = http.createServer(async (request, response) => {
  if (request.url?.endsWith('/waits')) {
    // As after whatever a route does before it asks a system.
    await new Promise((resolve) => setTimeout(resolve, 1))
    leavePlace()
    held.push(response)
  } else if (request.url?.endsWith('/held')) held.push(response)
  else if (request.url?.endsWith('/body')) buffer(request).then(({ length }) => response.end(String(length)))
  else response.writeHead(request.url?.endsWith('/none') ? 404 : 200).end('answered')
})
server.on('upgrade', () => {})
let port = 0
let stop: () => Promise<void>

beforeAll(async () => {
  stubSettings()
  const personOf = (cookies = '') => /session=open(\d*)/.exec(cookies)?.slice(1).join()
  // However busy the machine is that tests it.
  installOverload(
    async (cookies) => personOf(cookies),
    (headers) => headers.get('x-forwarded-for') === '127.0.0.1',
    () => 0,
  )
  ;({ port, stop } = await serve(server))
})
afterAll(() => stop())

interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
  /** Milliseconds. */
  took: number
}

function get(path: string, cookie = '', peer = '203.0.113.9'): Promise<Answer> {
  const headers = { cookie, 'x-forwarded-for': peer }
  const since = performance.now()
  return new Promise((resolve, reject) => {
    http
      .get({ port, host: '127.0.0.1', path, headers, agent: false }, async (response) => {
        let body = ''
        for await (const chunk of response.setEncoding('utf8')) body += chunk
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, body, took: performance.now() - since })
      })
      .once('error', reject)
  })
}

const letGo = () => {
  for (const response of held.splice(0)) response.end('answered')
}

test('HOLD-8: strangers beyond half of the places are refused within a moment; signed-in people and probes are not', async () => {
  await get('/images/mark.svg')
  const strangers = [
    ...Array.from({ length: 200 }, () => get('/api/held')),
    ...Array.from({ length: 60 }, () => get('/held')),
  ]
  await expect.poll(() => held.length).toBe(64 + 16)
  const [call, english, page, picture, probe, person] = await Promise.all([
    get('/api/other'),
    get('/api/other', 'lang=en'),
    get('/account/index?page=2', 'lang=en'),
    get('/images/mark.svg'),
    get('/readyz', '', '127.0.0.1'),
    get('/account/index', 'session=open'),
  ])
  for (const { status, headers, took } of [call, english, page]) {
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('1')
    expect(took).toBeLessThan(4000)
  }
  expect(JSON.parse(call.body)).toEqual({
    ...{ code: 503, data: { outcome: 'unchanged' } },
    msg: '当前访问人数过多，未作任何更改，请稍后再试',
  })
  expect(JSON.parse(english.body).msg).toContain('Too many people are using the console at once')
  expect(page.body).toContain('<html lang="en">')
  expect(page.body).toContain('<a href="">Try again</a>')
  for (const { status } of [picture, probe, person]) expect(status).toBe(200)
  letGo()
  const statuses = (await Promise.all(strangers)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(64 + 16)
  // It goes on at once.
  expect((await get('/api/other')).status).toBe(200)
})

/** Sends the beginning of a request whose body never comes, and gives what is answered to that. */
async function beginning(first: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${first} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return String(answer)
}

test('HOLD-8 OPS-4 what is no file in a folder of files takes the place of a page; a probe of strangers is answered at once', async () => {
  const strangers = Array.from({ length: 17 }, () => get('/_next/static/held'))
  await expect.poll(() => held.length).toBe(16)
  expect((await get('/images/none')).status).toBe(503)
  letGo()
  await Promise.all(strangers)
  for (const path of ['/healthz', '/readyz']) expect((await get(path)).status, path).toBe(404)
})

test('HOLD-8 CALL-3 what pages do not take is refused before its body has come', async () => {
  for (const first of ['POST /home/held', 'PUT /images/mark.svg', 'OPTIONS /', 'DELETE /micro/ems/held']) {
    const answer = await beginning(first)
    expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    expect(answer).toMatch(/\r\nallow: GET, HEAD\r\n/)
  }
  expect(held).toEqual([])
})

test('CALL-5 what the console’s own calls do not take is refused with the headers of every answer', async () => {
  for (const first of ['GET /api/session/sign-in', 'PUT /api/session/export', 'GET /api/csp-report']) {
    const answer = await beginning(first)
    expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    expect(answer).toMatch(/\r\nallow: POST\r\n/)
    expect(answer).toMatch(/\r\ncache-control: no-store\r\n/)
    expect(answer).toMatch(/\r\ncontent-security-policy: default-src 'none'/)
  }
})

test('CALL-5 repeated strokes lead to the plain address, with the headers of every answer', async () => {
  for (const [given, plain] of [
    ['//evil.example', '/evil.example'],
    ['/\\evil.example//x?from=//y', '/evil.example/x?from=//y'],
    ['/api//held', '/api/held'],
    ['///', '/'],
  ] as const) {
    const { status, headers, body } = await get(given)
    expect([status, headers.location, body], given).toEqual([308, plain, ''])
    expect(headers, given).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
      'x-content-type-options': 'nosniff',
    })
  }
  expect((await get('/plain?from=//y')).status).toBe(200)
})

test('HOLD-8 CALL-3 a body that does not come takes nobody’s place; one that comes is whole', async () => {
  const strangers = Array.from({ length: 64 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /api/held HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhalf')
    return socket
  })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const post = (size: number, path = '/api/body') =>
    new Promise<string>((resolve, reject) => {
      const request = http.request({ port, host: '127.0.0.1', path, method: 'POST', agent }, (response) =>
        text(response).then(resolve, reject),
      )
      request.on('error', reject).end(Buffer.alloc(size))
    })
  // One after the other over the same connection, also where nobody reads what was sent.
  for (const size of [0, 5, 100_000, 3_000_000]) {
    expect(await post(size)).toBe(String(size))
    expect(await post(5, '/api/other')).toBe('answered')
  }
  expect((await get('/api/other')).status).toBe(200)
  expect(held).toEqual([])
  for (const socket of strangers) socket.write('!')
  await expect.poll(() => held.length).toBe(64)
  letGo()
  for (const socket of strangers) socket.destroy()
  agent.destroy()
})

test('HOLD-8: a place is free when its answer begins, or its caller has gone', async () => {
  const gone = Array.from({ length: 64 }, () => {
    const request = http.get({ port, host: '127.0.0.1', path: '/api/held', agent: false })
    return request.on('error', () => {})
  })
  await expect.poll(() => held.length).toBe(64)
  for (const request of gone) request.destroy()
  held = []
  const streams = Array.from({ length: 64 }, () => get('/api/held'))
  await expect.poll(() => held.length).toBe(64)
  for (const response of held) response.write('begun')
  expect((await get('/api/other')).status).toBe(200)
  letGo()
  expect((await Promise.all(streams)).map(({ body }) => body)).toEqual(Array(64).fill('begunanswered'))
})

test('FRAME-10 HOLD-8 calls that wait for a silent system hold none of the places, however many they are', async () => {
  const waits = Array.from({ length: 400 }, () => get('/api/waits', 'session=open'))
  await expect.poll(() => held.length).toBe(400)
  expect((await get('/api/other')).status).toBe(200)
  // Each has given back its own place, and no other's.
  const strangers = Array.from({ length: 64 }, () => get('/api/held'))
  await expect.poll(() => held.length).toBe(464)
  expect((await get('/api/other')).status).toBe(503)
  letGo()
  for (const { status } of await Promise.all([...waits, ...strangers])) expect(status).toBe(200)
})

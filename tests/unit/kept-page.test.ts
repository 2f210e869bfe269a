import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { installKeptPage } from '#lib/server/http/kept-page'
import { serve } from '../serve'

let made = 0
let time = 0
let isTooMany = false
/** Of each test its own: nothing is kept of it. */
let cookie = ''
let looks = 0
/** What the page's server says besides. */
let more: { status?: number; headers?: Record<string, string>; isPacked?: boolean; isSlow?: boolean } = {}
/** As Next's server: it takes upgrades, and makes a page anew for everybody. */
const server = http.createServer((request, response) => {
  made += 1
  const nonce = randomUUID()
  response.statusCode = more.status ?? 200
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('content-security-policy', `script-src 'nonce-${nonce}'`)
  response.setHeader('x-frame-options', 'DENY')
  for (const [name, value] of Object.entries(more.headers ?? {})) response.setHeader(name, value)
  if (more.isPacked) {
    response.setHeader('content-encoding', 'gzip')
    // As what compresses does.
    response.writeHead(200)
    response.end(gzipSync(`<p>页 ${made}</p><script nonce="${nonce}">1</script>`))
    return
  }
  response.flushHeaders()
  response.write(`<script nonce="${nonce}">1</script>`)
  if (more.isSlow) {
    response.once('close', () => server.emit('gone'))
    server.emit('half')
    return
  }
  response.end(`<p>页 ${made} ${request.headers.cookie ?? ''}</p><script nonce="${nonce}">2</script>`)
})
server.on('upgrade', () => {})
let port = 0
let stop: () => Promise<void>

beforeAll(async () => {
  installKeptPage(
    '/login',
    () => isTooMany,
    () => time,
  )
  ;({ port, stop } = await serve(server))
})
afterAll(() => stop())
beforeEach(() => {
  looks += 1
  cookie = `density=${looks}`
  made = 0
  isTooMany = false
  more = {}
})

async function ask(headers: Record<string, string> = {}, path = '/login', method = 'GET') {
  const request = http
    .request({ port, host: '127.0.0.1', path, method, headers: { cookie, ...headers } })
    .end()
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const bytes = Buffer.concat(await response.toArray())
  const isPacked = response.headers['content-encoding'] === 'gzip'
  return { response, text: (isPacked ? gunzipSync(bytes) : bytes).toString(), isPacked }
}

const nonceOf = ({ response }: { response: http.IncomingMessage }) =>
  /'nonce-([^']+)'/.exec(String(response.headers['content-security-policy']))?.[1] ?? ''

test('HOLD-8 the sign-in page is made once for those who come within a moment, each with a nonce of its own', async () => {
  const answers = [await ask(), await ask(), await ask({ 'accept-encoding': 'gzip' })]
  expect(made).toBe(1)
  expect(new Set(answers.map(nonceOf)).size).toBe(3)
  for (const answer of answers) {
    const nonce = nonceOf(answer)
    expect(answer.text).toBe(
      `<script nonce="${nonce}">1</script><p>页 1 ${cookie}</p><script nonce="${nonce}">2</script>`,
    )
    expect(answer.response.headers).toMatchObject({ 'x-frame-options': 'DENY' })
  }
  expect(answers.map(({ isPacked }) => isPacked)).toEqual([false, false, true])
})

test('HOLD-8 a page that was made for who takes it packed is also for who does not', async () => {
  more = { isPacked: true }
  const first = await ask({ 'accept-encoding': 'gzip' })
  await expect.poll(async () => (await ask()).isPacked).toBe(false)
  const [plain, packed] = [await ask(), await ask({ 'accept-encoding': 'gzip' })]
  expect([first.isPacked, plain.isPacked, packed.isPacked]).toEqual([true, false, true])
  for (const answer of [first, plain, packed])
    expect(answer.text).toContain(`<script nonce="${nonceOf(answer)}">`)
  expect(new Set([first, plain, packed].map(nonceOf)).size).toBe(3)
})

test('SHELL-8 what says how it is to look makes a page of its own', async () => {
  for (const look of ['lang=en', 'lang=zh-cn; scheme=dark', 'tz=Asia%2FShanghai; lang=en'])
    for (const _ of [1, 2]) expect((await ask({ cookie: look })).text).toContain(` ${look}</p>`)
  expect(made).toBe(3)
})

test('HOLD-8 an answer that breaks off is nobody’s', async () => {
  more = { isSlow: true }
  const request = http.get({ port, host: '127.0.0.1', path: '/login', headers: { cookie } })
  request.on('error', () => {})
  await once(server, 'half')
  request.destroy()
  await once(server, 'gone')
  more = {}
  expect((await ask()).text).toContain('页 2')
})

test('HOLD-8 while one makes it anew the others have the former one', async () => {
  await ask()
  time += 5_000
  more = { isSlow: true }
  const request = http.get({ port, host: '127.0.0.1', path: '/login', headers: { cookie } })
  request.on('error', () => {})
  await once(server, 'half')
  expect((await ask()).text).toContain('页 1')
  request.destroy()
  await once(server, 'gone')
})

test('SHELL-8 it is made anew after some seconds', async () => {
  await ask()
  time += 4_999
  await ask()
  expect(made).toBe(1)
  time += 1
  expect((await ask()).text).toContain('页 2')
})

describe('nobody gets what was made for somebody', () => {
  test.each<[string, Record<string, string>, string?, string?]>([
    ['a session', { cookie: 'access_token=x' }],
    ['a sign-out that is pending', { cookie: 'lang=en; pending_sign_out=x' }],
    ['a way back', {}, '/login?from=%2Frole%2Findex'],
    ['another page', {}, '/role/index'],
    ['a part of a page', { rsc: '1' }],
    ['a frame', { 'sec-fetch-dest': 'iframe' }],
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
    ['a header that no browser sends', { 'x-middleware-subrequest': 'middleware' }],
    ['a head', {}, '/login', 'HEAD'],
  ])('LOGIN-7 who asks with %s is always answered anew', async (_, headers, path, method) => {
    await ask()
    for (const count of [2, 3]) {
      await ask(headers, path, method)
      expect(made).toBe(count)
    }
  })

  test.each([
    ['sets a cookie', { headers: { 'set-cookie': 'access_token=; Max-Age=0' } }],
    ['is a refusal', { status: 503 }],
    ['has no nonce', { headers: { 'content-security-policy': "default-src 'none'" } }],
    ['is no page', { headers: { 'content-type': 'application/json' } }],
  ])('LOGIN-7 an answer that %s is given whole, and to nobody else', async (_, said) => {
    more = said
    const answer = await ask()
    expect(answer.response.statusCode).toBe('status' in said ? 503 : 200)
    expect(answer.text).toContain('页 1')
    expect((await ask()).text).toContain('页 2')
  })

  test('LOGIN-8 who asks too often is left to the guard', async () => {
    await ask()
    isTooMany = true
    await ask()
    expect(made).toBe(2)
  })
})

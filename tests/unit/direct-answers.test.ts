import { once } from 'node:events'
import http from 'node:http'
import { Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPlatformRead } from '#lib/server/bff/platform-reads'
import { installDirectAnswers } from '#lib/server/http/direct-answers'
import { serve } from '../serve'

const rows = JSON.stringify({ code: 0, data: 'a row of many '.repeat(200) })
let aborted: Promise<unknown> = Promise.resolve()
/** Of the last request: its signal, and its cookie `a`. */
let last: { signal?: AbortSignal; cookie?: string | undefined } = {}
/** As Next's server: it takes upgrades. */
const server = http.createServer(async (request, response) => {
  if (request.url === '/works') return new Promise<void>((resolve) => server.once('worked', resolve))
  response.end('theirs')
})
server.on('upgrade', () => {})
let port = 0
let stop: () => Promise<void>

beforeAll(async () => {
  installDirectAnswers({
    takes: ({ url = '' }) => url.startsWith('/api/ours'),
    answer: async ({ nextUrl, headers, signal, cookies }) => {
      last = { signal, cookie: cookies.get('a')?.value }
      if (nextUrl.search === '?fails') throw new Error('a fault')
      if (nextUrl.search === '?waits') {
        aborted = once(signal, 'abort')
        server.emit('waiting')
        return new Promise<never>(() => {})
      }
      const answer = new Headers({
        'content-type': 'application/json',
        'x-asked': headers.get('x-asks') ?? '',
      })
      if (nextUrl.search !== '?streams') answer.set('content-length', String(rows.length))
      answer.append('set-cookie', 'a=1; Path=/')
      answer.append('set-cookie', 'b=2; Path=/')
      return new Response(rows, { headers: answer })
    },
  })
  ;({ port, stop } = await serve(server))
})
afterAll(() => stop())

async function ask(path: string, headers: Record<string, string> = {}, body?: string) {
  const method = body === undefined ? 'GET' : 'POST'
  const request = http.request({ port, host: '127.0.0.1', path, method, headers }).end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return { response, bytes: Buffer.concat(await response.toArray()) }
}

test('HOLD-8 what is passed on is worked at until Next is done with it', async () => {
  const request = Object.assign(new http.IncomingMessage(new Socket()), { method: 'GET', url: '/works' })
  // Whoever stands before it, as the overload gate does, waits for what the listener gives back.
  await ask('/api/ours')
  const [listener] = server.listeners('request') as ((...given: unknown[]) => Promise<unknown>)[]
  let isDone = false
  const work = listener?.(request, new http.ServerResponse(request)).then(() => {
    isDone = true
  })
  await new Promise(setImmediate)
  expect(isDone).toBe(false)
  server.emit('worked')
  await work
  expect(isDone).toBe(true)
})

test('CALL-1 what is taken is answered without Next, with the headers of every answer and its own', async () => {
  const { response, bytes } = await ask('/api/ours', { 'x-asks': 'me' })
  expect(bytes.toString()).toBe(rows)
  expect(response.headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(rows.length),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-asked': 'me',
    vary: 'Accept-Encoding',
    'set-cookie': ['a=1; Path=/', 'b=2; Path=/'],
  })
})

test('CALL-1 it is packed for who takes that, whole or as it comes', async () => {
  for (const path of ['/api/ours', '/api/ours?streams']) {
    const { response, bytes } = await ask(path, { 'accept-encoding': 'br, gzip' })
    expect(response.headers['content-encoding'], path).toBe('gzip')
    expect(gunzipSync(bytes).toString(), path).toBe(rows)
  }
  const { response } = await ask('/api/ours', { 'accept-encoding': 'br, gzip;q=0' })
  expect(response.headers['content-encoding']).toBeUndefined()
})

test('CALL-1 Next answers what is not taken, what has a body, and what fails', async () => {
  expect((await ask('/api/other')).bytes.toString()).toBe('theirs')
  expect((await ask('/api/ours', {}, '{}')).bytes.toString()).toBe('theirs')
  expect((await ask('/api/ours?fails')).bytes.toString()).toBe('theirs')
})

test('CALL-1 who asked and goes away is waited for no more', async () => {
  const waiting = once(server, 'waiting')
  const request = http.get({ port, host: '127.0.0.1', path: '/api/ours?waits' }).on('error', () => {})
  await waiting
  request.destroy()
  await aborted
})

test('CALL-1 who has the answer has not gone away', async () => {
  const { response } = await ask('/api/ours')
  if (!response.closed) await once(response, 'close')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(last.signal?.aborted).toBe(false)
})

test('CALL-1 cookies are read as Next reads them', async () => {
  for (const cookie of [
    'a=1',
    'b=2; a=1',
    'a=1; a=2',
    'a=1;  a=%20x',
    'a=1; a=%zz',
    'a==x',
    'ba=1',
    'a=',
    '',
  ]) {
    await ask('/api/ours', { cookie })
    const next = new NextRequest('http://console', { headers: { cookie } }).cookies.get('a')?.value
    expect(last.cookie, cookie).toBe(next)
  }
})

test('CALL-5 only reads of the contract are taken, character by character', () => {
  const is = (url: string, method = 'GET') => isPlatformRead({ method, url })
  expect(is('/api/sys/user/page/list?page=1')).toBe(true)
  expect(is('/api/sys/user/page/list', 'POST')).toBe(false)
  expect(is('/api/sys/user/page/list', 'HEAD')).toBe(false)
  for (const other of ['/api//sys/user/page/list', '/api/sys/user/page/list/', '/api/sys/user/page/LIST']) {
    expect(is(other), other).toBe(false)
  }
  expect(is('/api/session/enter')).toBe(false)
  expect(is('/account/index')).toBe(false)
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exchange, largestAnswer, TransportError } from '#lib/server/http/transport'
import { serve } from '../serve'
import { stubSettings } from './stub-console'

type Answer = (response: import('node:http').ServerResponse) => void

let answer: Answer
const served = await serve(createServer((_request, response) => answer(response)))
const origin = new URL(served.origin)

beforeAll(() => {
  stubSettings({
    PLATFORM_URL: origin.href,
    PUBLIC_ORIGIN: 'http://127.0.0.1:3000',
    UPSTREAM_TIMEOUT_MS: '20000',
  })
})
afterAll(served.stop)

test('CALL-3 an answer that stops half way is late, not unreachable', async () => {
  answer = (response) => response.writeHead(200, { 'content-length': 100 }).write('begun')
  const { body } = await exchange({ method: 'GET', origin, path: '/', headers: {}, timeout: 300 })
  await expect(buffer(body)).rejects.toMatchObject({ fault: 'timeout' })
})

test('CALL-3 HOLD-8 an answer that changes the protocol, which nobody asked for, is told as nonsense at once', async () => {
  answer = ({ socket }) =>
    socket?.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
  const asked = exchange({ method: 'GET', origin, path: '/', headers: {}, timeout: 5000 })
  await expect(asked).rejects.toMatchObject({ fault: 'nonsense' })
})

test('HOLD-8 CALL-5 behind an upload that ends short of what it said, nobody else’s call goes', async () => {
  // As servers do that refuse an upload before they have read it.
  answer = (response) => response.writeHead(401, { 'content-length': 2 }).end('no')
  async function* short() {
    yield Buffer.alloc(1000)
    await new Promise((done) => setTimeout(done, 100))
  }
  const headers = { 'content-length': '5000' }
  const refused = await exchange({ method: 'POST', origin, path: '/', headers, body: Readable.from(short()) })
  expect([refused.status, (await buffer(refused.body)).toString()]).toEqual([401, 'no'])
  await new Promise((done) => setTimeout(done, 200))
  const next = await exchange({ method: 'GET', origin, path: '/', headers: {}, timeout: 1000 })
  expect((await buffer(next.body)).toString()).toBe('no')
})

describe('CALL-3 the time limit is the other side’s, not that of the person’s line', () => {
  const timeout = 1000
  /** Milliseconds: none of those who are given up would have ended by then, however busy the machine. */
  const farTooLong = 20_000
  const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
  /** A body that comes over such a line. */
  async function* slowly(chunk: Buffer, count: number, every: number): AsyncGenerator<Buffer> {
    for (let sent = 0; sent < count; sent += 1) {
      await pause(every)
      yield chunk
    }
  }
  const post = (chunks: AsyncIterable<Buffer>) =>
    exchange({ method: 'POST', origin, path: '/', headers: {}, timeout, body: Readable.from(chunks) })
  const took = async (work: Promise<unknown>) => {
    const since = performance.now()
    await expect(work).rejects.toMatchObject({ fault: 'timeout' })
    return performance.now() - since
  }
  const readAll: Answer = (response) => response.req.resume().once('end', () => response.end('all'))

  test('CALL-3 a large file that takes longer on its way is sent whole', async () => {
    answer = readAll
    const { body } = await post(slowly(Buffer.alloc(1 << 16), 40, 50))
    expect((await buffer(body)).toString()).toBe('all')
  })

  test('CALL-3 HOLD-8 a line that drips, or stands still, holds nothing for longer', async () => {
    answer = readAll
    expect(await took(post(slowly(Buffer.alloc(1), 5_000, 20)))).toBeLessThan(farTooLong)
    expect(await took(post(slowly(Buffer.alloc(1), 1, 60_000)))).toBeLessThan(farTooLong)
  })

  test('CALL-3 behind a file that took long, the other side has its time, and no more', async () => {
    answer = (response) => response.req.resume()
    const spent = await took(post(slowly(Buffer.alloc(1 << 16), 10, 50)))
    expect(spent).toBeGreaterThan(500 + timeout / 2)
    expect(spent).toBeLessThan(farTooLong)
    // One that does not read is late as well.
    answer = () => {}
    await took(post(slowly(Buffer.alloc(1 << 20), 1000, 1)))
  })

  test('CALL-3 an answer that is read slowly comes whole, one that drips does not', async () => {
    const size = 8 << 20
    answer = (response) => response.writeHead(200, { 'content-length': size }).end(Buffer.alloc(size))
    const get = () => exchange({ method: 'GET', origin, path: '/', headers: {}, timeout })
    let read = 0
    const since = performance.now()
    for await (const chunk of (await get()).body) {
      read += (chunk as Buffer).length
      await pause(20)
    }
    expect(read).toBe(size)
    expect(performance.now() - since).toBeGreaterThan(1.5 * timeout)
    answer = (response) => {
      const drip = setInterval(() => response.write('x'), 10)
      response.once('close', () => clearInterval(drip))
    }
    expect(await took(get().then(({ body }) => buffer(body)))).toBeLessThan(farTooLong)
  })
})

test('CALL-5 a server at an address of IPv6 is reached', async () => {
  const six = createServer((_request, response) => response.end('six'))
  await new Promise<void>((resolve) => six.listen(0, '::1', resolve))
  const { port } = six.address() as AddressInfo
  const { body } = await exchange({
    ...{ method: 'GET', path: '/', headers: {} },
    origin: new URL(`http://[::1]:${port}`),
  })
  expect((await buffer(body)).toString()).toBe('six')
  six.closeAllConnections()
  six.close()
})

test('FRAME-10 the streams of many people to one system stay open side by side, beyond what the platform is given', async () => {
  const streams: import('node:http').ServerResponse[] = []
  const system = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    streams.push(response)
  })
  const { origin: place, stop } = await serve(system)
  const call = {
    method: 'GET',
    path: '/',
    headers: {},
    origin: new URL(place),
    streams: /^text\/event-stream/,
  }
  const answers = await Promise.all(Array.from({ length: 80 }, () => exchange(call)))
  expect([streams.length, answers.every(({ status }) => status === 200)]).toEqual([80, true])
  for (const { body } of answers) body.destroy()
  await stop()
})

const get = (method = 'GET') => exchange({ method, origin, path: '/', headers: {} })
/** What comes through of an answer, and how it ends. */
async function received(): Promise<{ bytes: number; fault: unknown }> {
  let bytes = 0
  try {
    for await (const chunk of (await get()).body) bytes += (chunk as Buffer).length
    return { bytes, fault: undefined }
  } catch (error) {
    return { bytes, fault: error instanceof TransportError ? error.fault : error }
  }
}
const encoded =
  (encoding: string, body: Buffer): Answer =>
  (response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(body)

describe('an answer from elsewhere', () => {
  const text = Buffer.from('一二三'.repeat(1000))
  test.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['Deflate', deflateRawSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['identity', text],
  ])('MICRO-3 CALL-5 that comes as %s is decoded, though nobody asked for it', async (encoding, body) => {
    answer = encoded(encoding, body)
    expect((await buffer((await get()).body)).equals(text)).toBe(true)
  })

  test.each([
    ['gzip, gzip', gzipSync(gzipSync(text))],
    ['gzip, br', text],
    ['compress', text],
    ['constructor', text],
    ['__proto__', text],
  ])('MICRO-3 CALL-5 that comes as %s is refused', async (encoding, body) => {
    answer = encoded(encoding, body)
    await expect(get()).rejects.toMatchObject({ fault: 'nonsense' })
  })

  const zeros = Buffer.alloc(largestAnswer + (1 << 20))
  test.each([
    ['gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ['deflate', deflateSync(zeros)],
    ['deflate', deflateRawSync(zeros)],
    ['zstd', zstdCompressSync(zeros)],
  ])(
    'MICRO-3 CALL-5 that unpacks from a little %s to very much breaks off at the cap',
    async (encoding, body) => {
      answer = encoded(encoding, body)
      const { bytes, fault } = await received()
      expect(fault).toBe('nonsense')
      expect(bytes).toBeLessThanOrEqual(largestAnswer)
      expect(bytes).toBeGreaterThan(largestAnswer / 2)
    },
  )

  test('MICRO-3 CALL-5 without a length is counted as it comes, and one whose length is too much is refused at once', async () => {
    answer = (response) => {
      const fill = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1 << 20)));
        if (!response.destroyed) response.once('drain', fill)
      }
      response.writeHead(200)
      fill()
    }
    const { bytes, fault } = await received()
    expect({ fault, fits: bytes <= largestAnswer }).toEqual({ fault: 'nonsense', fits: true })
    answer = (response) => response.writeHead(200, { 'content-length': largestAnswer + 1 }).write('x')
    await expect(get()).rejects.toMatchObject({ fault: 'nonsense' })
    answer = (response) => response.writeHead(200, { 'content-length': largestAnswer + 1 }).end()
    expect((await get('HEAD')).status).toBe(200)
    answer = (response) => response.end(Buffer.alloc(largestAnswer))
    expect(await received()).toEqual({ bytes: largestAnswer, fault: undefined })
  })

  test('MICRO-3 CALL-5 that is no gzip after all breaks off', async () => {
    answer = encoded('gzip', Buffer.from('no gzip at all'))
    expect((await received()).fault).toMatchObject({ code: 'Z_DATA_ERROR' })
  })
})

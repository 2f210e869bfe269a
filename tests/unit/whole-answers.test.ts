import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createGunzip, createGzip, type Gzip } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { sendWhole } from '#lib/server/http/whole-answers'
import { serve } from '../serve'

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

/** Asks a server that answers so; its answer, or why there is none. */
async function ask(answer: (response: ServerResponse) => void, path = '/account/index') {
  const server = createServer((request, response) => {
    sendWhole(request, response)
    answer(response)
  })
  const { port, stop } = await serve(server)
  endings.push(stop)
  const request = get({ port, path, agent: false })
  return once(request, 'response').then(
    ([response]) => response as IncomingMessage,
    (error: NodeJS.ErrnoException) => error,
  )
}

/** Begins an answer of a type, and is gone. */
const half = (type: string) => (response: ServerResponse) => {
  response.setHeader('content-type', type)
  response.flushHeaders()
  response.write('half')
  // Longer than what was written takes to be sent.
  setTimeout(() => response.socket?.destroy(), 50)
}

/** Puts itself in front of a response, as Next's compression does. */
function compress(response: ServerResponse): Gzip {
  const [write, end] = [response.write.bind(response), response.end.bind(response)]
  const gzip = createGzip()
  gzip.on('data', (chunk: Buffer) => {
    if (!write(chunk)) gzip.pause()
  })
  gzip.on('end', () => end())
  response.on('drain', () => gzip.resume())
  response.write = ((chunk: string) => gzip.write(chunk)) as typeof response.write
  response.end = (() => gzip.end()) as unknown as typeof response.end
  return gzip
}

describe('an answer that is cut short', () => {
  test.each(['text/html; charset=utf-8', 'text/x-component', 'application/json'])(
    'HOLD-3 has not begun, so that a proxy asks the next process: %s',
    async (type) => {
      expect(await ask(half(type))).toMatchObject({ code: 'ECONNRESET' })
    },
  )

  test.each([
    ['text/event-stream', '/account/index'],
    ['text/csv', '/account/index'],
    ['text/html', '/micro/ems/index.html'],
  ])('HOLD-3 has begun where it comes bit by bit: %s at %s', async (type, path) => {
    expect(await ask(half(type), path)).toMatchObject({ statusCode: 200 })
  })
})

describe('an answer that is whole', () => {
  test('HOLD-3 arrives as it was written, whichever way', async () => {
    const answer = await ask((response) => {
      response.setHeader('content-type', 'text/html')
      response.flushHeaders()
      expect(response.write('a')).toBe(true)
      response.write('c3a9', 'hex')
      response.write(Buffer.from('b'), () => response.end('c'))
    })
    expect(await text(answer as IncomingMessage)).toBe('aébc')
  })

  test.each(['text/html', 'text/javascript'])(
    'HOLD-3 passes what compresses it from its first byte to its last: %s',
    async (type) => {
      const parts = Array.from({ length: 3 }, () => randomBytes(100_000).toString('hex'))
      const answer = await ask(async (response) => {
        response.setHeader('content-type', type)
        const gzip = compress(response)
        for (const part of parts) {
          response.write(part)
          await once(gzip, 'data')
        }
        response.end()
      })
      const unpacked = (answer as IncomingMessage).pipe(createGunzip())
      expect(await text(unpacked)).toBe(parts.join(''))
    },
  )

  test('HOLD-3 without a body has its status', async () => {
    const answer = await ask((response) => {
      response.writeHead(304, { 'content-type': 'text/html' })
      response.end()
    })
    expect(answer).toMatchObject({ statusCode: 304 })
  })

  test('HOLD-3 goes as it comes beyond a megabyte, so that no answer fills the memory', async () => {
    const million = 'x'.repeat(1024 * 1024)
    const answer = await ask((response) => {
      response.setHeader('content-type', 'application/json')
      response.write(million)
      response.write('y')
    })
    expect(answer).toMatchObject({ statusCode: 200 })
    const [first] = await once(answer as IncomingMessage, 'data')
    expect(String(first)).toMatch(/^x+/)
  })
})

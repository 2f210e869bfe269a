import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { bodyHere } from '#lib/server/http/request-body'
import { installServerHooks } from '#lib/server/http/server-hooks'
import { serve } from '../serve'
import { stubSettings } from './stub-console'

stubSettings({ PLATFORM_URL: 'http://127.0.0.1:1' })
installServerHooks()

afterEach(() => void vi.useRealTimers())

/** Bytes, more than a connection and its request hold unread. */
const size = 300_000

test.each<[string, (request: IncomingMessage) => Promise<unknown>]>([
  ['that was waited for', bodyHere],
  ['that somebody has begun to read', (request) => once(request, 'data').then(() => request.pause())],
  ['that nobody has looked at', async () => {}],
])(
  'HOLD-8 CALL-3 behind a refused body %s the next request of its connection is answered',
  async (_, look) => {
    const server = createServer(async (request, response) => {
      const isPost = request.method === 'POST'
      if (isPost) await look(request)
      response.writeHead(isPost ? 403 : 200).end('told')
    })
    // As Next's does.
    server.on('upgrade', () => {})
    const { port, stop } = await serve(server)
    // As a browser and a proxy do: all of it goes out, and the next request behind it.
    const socket = connect(port, '127.0.0.1')
    let told = ''
    socket.setEncoding('latin1').on('data', (part) => {
      told += part
    })
    const answers = (status: number) => told.split(`HTTP/1.1 ${status} `).length - 1
    for (let count = 1; count <= 3; count += 1) {
      socket.write(`POST /api/none HTTP/1.1\r\nhost: a\r\ncontent-length: ${size}\r\n\r\n`)
      socket.write(Buffer.alloc(size))
      await expect.poll(() => answers(403)).toBe(count)
      socket.write('GET /api/none HTTP/1.1\r\nhost: a\r\n\r\n')
      await expect.poll(() => answers(200)).toBe(count)
    }
    socket.destroy()
    await stop()
  },
)

/** A server that refuses every body, and a connection to it on which a request of so many bytes has begun. */
async function refusing(length: number) {
  // What is idle is kept for long, as behind a proxy.
  const server = createServer({ keepAliveTimeout: 60_000 }, (_, response) => {
    response.writeHead(403).end('told')
  })
  server.on('upgrade', () => {})
  const { port, stop } = await serve(server)
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  let told = ''
  socket.setEncoding('latin1').on('data', (part) => {
    told += part
  })
  socket.write(`POST /api/none HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n`)
  await expect.poll(() => told).toContain('HTTP/1.1 403')
  return { socket, stop }
}

test('HOLD-8 CALL-3 a refused body that does not come holds its connection for ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { socket, stop } = await refusing(size)
  vi.advanceTimersByTime(9_900)
  await sleep(100)
  expect(socket.closed).toBe(false)
  vi.advanceTimersByTime(200)
  await expect.poll(() => socket.closed).toBe(true)
  await stop()
})

test('HOLD-8 CALL-3 a refused body without an end is read for 64 MB', async () => {
  const { socket, stop } = await refusing(1e12)
  const part = Buffer.alloc(1024 * 1024)
  let sent = 0
  const parts = function* () {
    for (; sent < 200; sent += 1) yield part
  }
  await expect(pipeline(parts, socket)).rejects.toThrow()
  expect(sent).toBeGreaterThan(63)
  expect(sent).toBeLessThan(150)
  await stop()
})

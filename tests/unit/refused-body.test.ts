import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { bodyHere } from '#lib/server/http/request-body'
import { installServerHooks } from '#lib/server/http/server-hooks'
import { serve } from '../serve'
import { stubSettings } from './stub-console'

stubSettings({ PLATFORM_URL: 'http://127.0.0.1:1' })
installServerHooks()

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

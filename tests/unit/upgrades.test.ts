import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installUpgrades } from '#lib/server/http/upgrades'
import { serve } from '../serve'
import { stubSettings } from './stub-console'

beforeEach(() => stubSettings())
afterEach(() => void vi.unstubAllEnvs())

const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const said = ['X-Forwarded-For: 1.2.3.4', 'X-Request-Id: of another', `Traceparent: ${trace}`]

async function knock(port: number, path: string, protocol = 'websocket'): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const lines = [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: Upgrade', `Upgrade: ${protocol}`, ...said]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return String(answer)
}

async function serverOf(taken: IncomingMessage[] = []) {
  installUpgrades({
    takes: ({ url }) => url === '/ours',
    pass: async (request, socket) => {
      taken.push(request)
      socket.end('ours')
    },
  })
  const server = createServer((_request, response) => response.end('an answer'))
  server.on('upgrade', (_request, socket) => socket.end('theirs'))
  return serve(server)
}

test('FRAME-4 OPS-6 the first upgrade of a server is taken before its own listeners, with an id of its own and no stranger’s trace', async () => {
  const taken: IncomingMessage[] = []
  const { port, stop } = await serverOf(taken)
  expect(await knock(port, '/ours')).toBe('ours')
  expect(taken[0]?.headers['x-forwarded-for']).toBe('1.2.3.4, 127.0.0.1')
  expect(taken[0]?.headers['x-request-id']).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
  expect(taken[0]?.headers.traceparent).toBeUndefined()
  await stop()
})

test('HOLD-8 EDGE-7 OPS-11 who asks for an upgrade that there is none of is answered as anybody', async () => {
  const { port, stop } = await serverOf()
  for (const protocol of ['websocket', 'h2c', 'TLS/1.0']) {
    expect(await knock(port, '/theirs', protocol), protocol).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  }
  await stop()
})

test('the development server keeps its upgrades', async () => {
  vi.stubEnv('NODE_ENV', 'development')
  const { port, stop } = await serverOf()
  expect(await knock(port, '/theirs')).toBe('theirs')
  await stop()
})

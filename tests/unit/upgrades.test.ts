import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { stubConsole } from './stub-console'

vi.mock('server-only', () => ({}))
const server = http.createServer()
afterAll(() => void server.close())

test('OPS-6 a socket’s handshake has an id of its own, and no stranger’s trace', async () => {
  stubConsole('http://127.0.0.1:1')
  const { installUpgrades } = await import('#lib/server/http/upgrades')
  server.on('upgrade', () => {})
  const passed = new Promise<http.IncomingHttpHeaders>((resolve) => {
    installUpgrades({
      takes: () => true,
      pass: async ({ headers }, socket) => {
        resolve(headers)
        socket.destroy()
      },
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const headers = {
    connection: 'upgrade',
    upgrade: 'websocket',
    'x-request-id': 'of another',
    traceparent: trace,
  }
  http
    .get({ port, headers, host: '127.0.0.1' })
    .on('error', () => {})
    .end()
  const { 'x-request-id': id, traceparent } = await passed
  expect(id).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
  expect(traceparent).toBeUndefined()
})

import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptMore } from '#lib/server/http/accept-more'

const server = http.createServer((_, response) => response.end('answered'))
const at = () => ({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
const many = 96

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => void server.close())

/** How many turns of the event loop it takes until all that come at once are let in. */
async function turns(): Promise<number> {
  let taken = 0
  let here = 0
  const count = () => {
    here += 1
  }
  server.on('connection', count)
  const sockets = Array.from({ length: many }, () => net.connect(at()).on('error', () => {}))
  for (; here < many; taken += 1) await new Promise(setImmediate)
  server.off('connection', count)
  for (const socket of sockets) socket.destroy()
  return taken
}

test.runIf(process.platform === 'linux')(
  'HOLD-8: many who come at once are let in within few turns of the event loop, and nobody once it is closed',
  async () => {
    expect(await turns()).toBeGreaterThan(many / 2)
    acceptMore(server)
    await expect.poll(turns).toBeLessThan(many / 2)
    const address = at()
    const answer = await fetch(`http://127.0.0.1:${address.port}/`)
    expect(await answer.text()).toBe('answered')
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
    // What is still on its way back is closed when it comes.
    const outcome = () =>
      new Promise<string>((resolve) => {
        const socket = net.connect(address)
        socket.once('connect', () => resolve('let in')).once('error', ({ message }) => resolve(message))
        socket.unref()
      })
    await expect.poll(outcome).toContain('ECONNREFUSED')
  },
)

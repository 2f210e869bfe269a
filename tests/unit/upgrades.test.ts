import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { installUpgrades } from '#lib/server/http/upgrades'

async function knock(port: number, path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n`,
  )
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return String(answer)
}

test('FRAME-4 the first upgrade of a server is taken before its own listeners, the others stay theirs', async () => {
  let seen: IncomingMessage | undefined
  installUpgrades({
    takes: ({ url }) => url === '/ours',
    pass: async (request, socket) => {
      seen = request
      socket.end('ours')
    },
  })
  const server = createServer()
  server.on('upgrade', (_request, socket) => socket.end('theirs'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await knock(port, '/ours')).toBe('ours')
  expect(seen?.headers['x-forwarded-for']).toBe('1.2.3.4, 127.0.0.1')
  expect(await knock(port, '/theirs')).toBe('theirs')
  server.close()
})

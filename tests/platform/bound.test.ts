import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { expect, inject, test } from 'vitest'
import { clientFor } from '#platform/kernel/db/client'
import { reachDatabase } from '../../tools/atrium/reach.mjs'
import { ownCertificate } from '../own-certificate.ts'

const certificate = ownCertificate(1)

/** A server of PostgreSQL as far as asking for a password goes, after TLS where that is `agreed`; and what it hears then. */
async function askingServer(ask: string, agreed = false) {
  const heard: Buffer[] = []
  const answer = (socket: Socket) =>
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write(ask)
        socket.on('data', (bytes: Buffer) => heard.push(bytes))
      })
  const server = createServer((socket) => {
    if (!agreed) return answer(socket)
    return socket
      .on('error', () => {})
      .once('data', () => {
        socket.write('S')
        answer(new TLSSocket(socket, { isServer: true, ...certificate }))
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const addressWith = (query: string) => `postgres://u:secret@127.0.0.1:${port}/x?${query}`
  return { addressWith, heard: () => Buffer.concat(heard).toString(), close: () => server.close() }
}

const scram = 'R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0'
const scramAndBound = 'R\0\0\0\x2a\0\0\0\x0aSCRAM-SHA-256-PLUS\0SCRAM-SHA-256\0\0'

test.each(['require', 'prefer'])(
  'OPS-3 a password is bound to the TLS connection where channel_binding=%s asks for it and the server can',
  async (wanted) => {
    const server = await askingServer(scramAndBound, true)
    const client = new (clientFor(server.addressWith(`sslmode=no-verify&channel_binding=${wanted}`)))()
    client.connect().catch(() => {})
    await expect.poll(server.heard).toMatch(/SCRAM-SHA-256-PLUS\0.*p=tls-server-end-point,/)
    await client.end()
    server.close()
  },
)

test.each([
  ['a password as it is', 'R\0\0\0\x08\0\0\0\x03'],
  ['its MD5', 'R\0\0\0\x0c\0\0\0\x05salt'],
  ['SCRAM without binding', scram],
  ['nothing', 'R\0\0\0\x08\0\0\0\0'],
])('OPS-3 a server that asks for %s hears nothing where channel_binding is required', async (_, ask) => {
  const server = await askingServer(ask)
  await expect(reachDatabase(server.addressWith('channel_binding=require'))).rejects.toThrow(
    /^DATABASE_URL cannot be used \(the server binds no password to the TLS connection\): .* leave channel_binding out/,
  )
  expect(server.heard()).toBe('')
  server.close()
})

test('OPS-3 the database knows whose a connection is, by the name that its address gives or ours', async () => {
  const nameOver = async (change: (url: URL) => void) => {
    const url = new URL(inject('testServer'))
    change(url)
    const client = new (clientFor(url.href))()
    await client.connect()
    const { rows } = await client.query("select current_setting('application_name') as name")
    await client.end()
    return rows[0]?.name
  }
  expect(await nameOver(() => {})).toBe('atrium')
  expect(await nameOver((url) => url.searchParams.set('application_name', 'east'))).toBe('east')
})

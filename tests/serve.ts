import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Served {
  port: number
  origin: string
  stop: () => Promise<void>
}

/** Lets a server answer at a port of its own, until it is stopped. */
export async function serve(server: Server): Promise<Served> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { port, origin: `http://127.0.0.1:${port}`, stop }
}

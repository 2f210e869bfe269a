import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Lets a server answer at a port of its own, until it is stopped. */
export async function serve(server: Server): Promise<{ port: number; stop: () => Promise<void> }> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { port: (server.address() as AddressInfo).port, stop }
}

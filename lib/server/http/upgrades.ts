import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { forgetForeignTrace, identify } from './request-id'
import { notePeer } from './server-hooks'

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => unknown
interface Handling {
  takes: (request: IncomingMessage) => boolean
  pass: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>
}

/**
 * Takes upgrades before Next does, whose route handlers have no way to answer one. Any other is a request as if it asked for none.
 * The server is met with its first connection, before anything that came on it is read.
 */
export function installUpgrades({ takes, pass }: Handling): void {
  const known = new WeakSet<Server>()
  const open = new Set<Duplex>()
  const end = () => {
    for (const socket of open) socket.destroy()
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, end)
  subscribe('net.server.socket', (message) => {
    const { server } = (message as { socket: Socket & { server?: Server } }).socket
    if (server === undefined || known.has(server)) return
    known.add(server)
    const others = server.listeners('upgrade') as Upgrade[]
    if (others.length === 0) return
    server.removeAllListeners('upgrade')
    // Next never answers most of them. Only its development server has some of its own.
    if (process.env.NODE_ENV !== 'development') Object.assign(server, { shouldUpgradeCallback: takes })
    server.on('upgrade', (request, socket, head) => {
      if (!takes(request)) {
        for (const other of others) other.call(server, request, socket, head)
        return
      }
      notePeer(request)
      identify(request)
      forgetForeignTrace(request)
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      pass(request, socket, head).catch(() => socket.destroy())
    })
  })
}

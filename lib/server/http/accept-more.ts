import 'server-only'
import { type ChildProcess, spawn } from 'node:child_process'
import type { Server } from 'node:http'

/** A listening handle, as Node has it inside. */
interface Handle {
  onconnection: (error: number, connection?: { close: () => void }) => void
  listen: (backlog: number) => number
  unref: () => void
  close: () => void
}

/** Connections that a turn of the event loop takes beside the one. */
const copiesMost = 31
const backlog = 511
const handsBack = `process.on('message', (_, handle) => {
  for (let left = ${copiesMost}; left > 0; left -= 1) process.send('copy', handle)
  process.disconnect()
})`

/**
 * At each turn of its event loop, Node takes one connection from a listening handle (libuv does, since 1.46). While pages are
 * rendered a turn takes long, and whoever comes waits outside, where nothing sees them; with copies of the handle, a turn
 * takes as many more. Node copies one on its way from another process: without them the server goes on as it is.
 */
export function acceptMore(server: Server): void {
  const own = (server as Server & { _handle?: Handle | null })._handle
  if (process.platform !== 'linux' || typeof own?.onconnection !== 'function') return
  const copies: Handle[] = []
  const close = () => {
    for (const copy of copies.splice(0)) copy.close()
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, close)
  server.once('close', close)
  let other: ChildProcess
  try {
    other = spawn(process.execPath, ['-e', handsBack], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { NODE_ENV: 'production' },
    })
    other.once('error', () => {})
    other.send('handle', own as never, () => {})
  } catch {
    // No process, or no handle that goes to one.
    return
  }
  other.on('message', (_, given) => {
    const copy = given as unknown as Handle
    copy.onconnection = (error, connection) => {
      if (server.listening) own.onconnection(error, connection)
      else connection?.close()
    }
    if (!server.listening || copy.listen(backlog) !== 0) return copy.close()
    copy.unref()
    copies.push(copy)
  })
  other.unref()
  other.channel?.unref()
}

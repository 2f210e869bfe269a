import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

/** When the line breaks: at a statement, before it reaches the database or once the database has answered it. */
export interface Break {
  at: string
  answered: boolean
  /** Nothing gets through for so many milliseconds. */
  away?: number
  /** It closes nothing: no byte comes or goes any more over this connection. */
  silent?: boolean
}

/** A line to a database, which breaks when it is told to. */
interface DatabaseLine {
  /** The same database, through the line. */
  open(url: string): Promise<string>
  /** At the next statement that holds `at`, once. */
  break(how: Break): void
  close(): void
}

export function databaseLine(): DatabaseLine {
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let next: Break | undefined
  let awayUntil = 0

  function carry(client: Socket, target: URL): void {
    if (Date.now() < awayUntil) {
      client.destroy()
      return
    }
    const folder = decodeURIComponent(target.hostname)
    const database = folder.startsWith('/')
      ? connect(join(folder, '.s.PGSQL.5432'))
      : connect(Number(target.port || 5432), folder)
    let broken: Break | undefined
    const end = () => {
      for (const socket of [client, database]) socket.destroy()
    }
    const fall = ({ away = 0, silent = false }: Break) => {
      if (silent) {
        for (const socket of [client, database]) socket.removeAllListeners('data').pause()
        return
      }
      awayUntil = Date.now() + away
      end()
      if (away > 0) for (const socket of sockets) socket.destroy()
    }
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', () => sockets.delete(socket))
    }
    client.on('data', (chunk) => {
      if (next !== undefined && chunk.includes(next.at)) {
        broken = next
        next = undefined
        if (!broken.answered) return fall(broken)
      }
      database.write(chunk)
    })
    database.on('data', (chunk) => (broken === undefined ? client.write(chunk) : fall(broken)))
    client.on('end', () => database.end())
    database.on('end', () => client.end())
  }

  return {
    async open(url) {
      const target = new URL(url)
      server = createServer((client) => carry(client, target))
      await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      const through = new URL(url)
      through.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : ''}`
      return through.href
    },
    break: (how) => {
      next = how
    },
    close: () => {
      server?.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

import type { RequestListener } from 'node:http'
import { type Ask, openAuthority, platformAuthority } from './authority.ts'
import { answerCalls, type Call } from './calls.ts'
import { answerFile, type FindPage } from './files.ts'

// An `import` of it reads all its exports, a WebSocket client among them: half the time of a start.
const { createServer } = process.getBuiltinModule('node:http')

interface System {
  code: string
  calls: readonly Call[]
  files: FindPage
  /** Files whose paths look like calls. */
  pages?: readonly string[]
}

/** A system's server: `/{code}/…` and `/{code}-admin/…` are its API, all else its static files. */
export function listenerOf({ code, calls, files, pages = [] }: System, ask: Ask): RequestListener {
  const answerCall = answerCalls(calls, ask)
  const isCall = new RegExp(`^/${code}(?:-admin)?/`)
  return (request, response) => {
    const url = new URL(`http://system${request.url?.startsWith('/') ? request.url : '/'}`)
    const isFile = !isCall.test(url.pathname) || pages.includes(url.pathname)
    const answered = isFile
      ? answerFile(files, request, response, url.pathname)
      : answerCall(request, response, url)
    answered.catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  }
}

/** Runs a system on loopback until it is told to stop. `variable` names its port. */
export function serve(system: System, variable: string, standard: number): void {
  const port = Number(process.env[variable] || standard)
  const server = createServer(listenerOf(system, authorityOf(system.code)))
  server.once('error', (error: NodeJS.ErrnoException) => {
    const taken = `Port ${port} is taken: end what listens there, or choose another with ${variable}`
    process.stderr.write(`${error.code === 'EADDRINUSE' ? taken : error.message}\n`)
    process.exit(1)
  })
  server.listen(port, '127.0.0.1', () => console.log(`${system.code} answers at http://127.0.0.1:${port}`))
  const stop = () => {
    server.close(() => process.exit(0))
    server.closeAllConnections()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

function authorityOf(code: string): Ask {
  const { PLATFORM_URL, ALONE } = process.env
  if (ALONE === '1' && !PLATFORM_URL) return openAuthority
  if (PLATFORM_URL && URL.canParse(PLATFORM_URL)) return platformAuthority(PLATFORM_URL)
  process.stderr.write(
    `PLATFORM_URL is missing: set it to the platform's address, such as http://127.0.0.1:4000, or develop ${code} without one: ALONE=1\n`,
  )
  process.exit(1)
}

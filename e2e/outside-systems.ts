import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { serve } from '../tests/serve'
import { answerSocket } from './outside-socket.ts'

export interface OutsideSystem {
  code: string
  port: number
  /** What its API was asked, with what it was told of the person. */
  asked: string[]
  stop: () => Promise<void>
}

const types: Record<string, string> = {
  ...{ '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' },
  ...{ '.ico': 'image/x-icon', '.png': 'image/png', '.json': 'application/json', '.txt': 'text/plain' },
}

/**
 * The server of an outside team, which knows nothing of the console: a built application, and its API below `/{code}/`
 * (what the console asks) and `/api/{code}/` (what its pages ask in a window of their own).
 */
export async function startOutside(code: string, folder: string): Promise<OutsideSystem> {
  const asked: string[] = []
  const api = calls()
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const call = new RegExp(`^(?:/api)?/${code}/([\\w./-]+)$`).exec(path)?.[1]
    if (call !== undefined && api[call] !== undefined) {
      asked.push(`${request.method} ${call} ${request.headers.authorization ? 'person' : 'nobody'}`)
      api[call](request, response)
    } else sendFile(folder, path, response)
  })
  server.on('upgrade', (request, socket) => {
    asked.push(`SOCKET ${request.headers.authorization ? 'person' : 'nobody'}`)
    answerSocket(request, socket)
  })
  return { ...(await serve(server)), code, asked }
}

function sendFile(folder: string, path: string, response: ServerResponse): void {
  const isPage = extname(path) === ''
  const file = join(folder, isPage ? 'index.html' : path)
  if (!existsSync(file) || !statSync(file).isFile()) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
  createReadStream(file).pipe(response)
}

type Calls = Record<string, (request: IncomingMessage, response: ServerResponse) => void>

function calls(): Calls {
  let goOn = () => {}
  const send =
    (type: string, body: Buffer | string, more: object = {}) =>
    (_: unknown, response: ServerResponse) =>
      response.writeHead(200, { 'content-type': type, ...more }).end(body)
  return {
    echo: (request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () =>
        send('application/json', JSON.stringify({ method: request.method, body }))(0, response),
      )
    },
    upload: (request, response) => {
      request.resume()
      request.on('end', () => send('application/json', '{"stored":true}')(0, response))
    },
    // One event, and the last only when the page has answered it: what is held back on the way never gets there.
    events: (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: first\n\ndata: waits\n\n')
      goOn = () => response.end('data: last\n\n')
    },
    'events/go-on': (request, response) => {
      goOn()
      send('application/json', '{}')(request, response)
    },
    'picture.png': send('image/png', picture()),
    'table.csv': send('text/csv', 'a,b\n1,2\n', {
      'content-disposition': 'attachment; filename="table.csv"',
    }),
    'report.pdf': send('application/pdf', pdf),
    'sound.wav': send('audio/wav', sound()),
  }
}

const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

/** 20 by 20 white pixels. */
function picture(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length, 0)
    body.copy(out, 4)
    out.writeUInt32BE(crc(body), body.length + 4)
    return out
  }
  const head = Buffer.from([0, 0, 0, 20, 0, 0, 0, 20, 8, 0, 0, 0, 0])
  const rows = Buffer.concat(
    Array.from({ length: 20 }, () => Buffer.concat([Buffer.of(0), Buffer.alloc(20, 255)])),
  )
  const magic = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    magic,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc(data: Buffer): number {
  let value = 0xffffffff
  for (const byte of data) {
    value ^= byte
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return (value ^ 0xffffffff) >>> 0
}

/** A second of silence. */
function sound(): Buffer {
  const data = Buffer.alloc(8000, 128)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 8000],
    [40, data.length],
  ] as const)
    head.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    head.writeUInt16LE(value, at)
  head.write('data', 36)
  return Buffer.concat([head, data])
}

import http from 'node:http'
import https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { bareHost } from '#contracts/network'
import { rowsType } from '#contracts/rows'
import { CannotRun } from './cannot-run.ts'

export interface Outgoing {
  method: string
  /** Path and query below the platform's address. */
  path: string
  headers: Record<string, string>
  body?: string | Buffer | undefined
}

export interface Incoming {
  status: number
  headers: http.IncomingHttpHeaders
  /** Decoded, whole. */
  body: Buffer
  /** When it came. */
  at: Date
}

/** No answer came: too late, broken off, or nobody there. */
export class NoAnswer extends Error {}
class StaleConnection extends Error {}

/** So many calls in a row without an answer mean that the platform is gone. */
const patience = 3
const tlsCode = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)/

/** One HTTP exchange after the other, in the way of the console: kept-alive connections, no redirect followed. */
export class Wire {
  readonly #base: URL
  readonly #timeout: number
  readonly #agent: http.Agent
  #lost = 0
  /** How many requests were sent. */
  sent = 0

  constructor(base: URL, timeout: number) {
    this.#base = base
    this.#timeout = timeout
    const options = { keepAlive: true, maxSockets: 4 }
    this.#agent = base.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options)
  }

  /** Throws NoAnswer, or a CannotRun where the platform cannot be reached at all. */
  async send(outgoing: Outgoing): Promise<Incoming> {
    this.sent += 1
    try {
      const incoming = await this.#repeated(outgoing)
      this.#lost = 0
      return incoming
    } catch (error) {
      this.#lost += 1
      const isFirst = this.sent === 1
      if (isFirst || this.#lost >= patience) throw this.#unreachable(error)
      throw new NoAnswer(wordsOf(error))
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  /** As the console does: a read over a kept connection that was closed at the same moment is sent once more. */
  async #repeated(outgoing: Outgoing): Promise<Incoming> {
    try {
      return await this.#exchange(outgoing)
    } catch (error) {
      if (error instanceof StaleConnection && outgoing.method === 'GET') return this.#exchange(outgoing)
      throw error
    }
  }

  #exchange({ method, path, headers, body }: Outgoing): Promise<Incoming> {
    const secure = this.#base.protocol === 'https:'
    return new Promise((resolve, reject) => {
      const request = (secure ? https : http).request({
        agent: this.#agent,
        hostname: bareHost(this.#base),
        port: this.#base.port || (secure ? 443 : 80),
        method,
        path: this.#base.pathname.replace(/\/$/, '') + path,
        headers: {
          ...headers,
          'accept-encoding': 'identity',
          ...(method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body ?? '')) }),
        },
      })
      const seconds = this.#timeout / 1000
      const deadline = setTimeout(
        () => request.destroy(new Error(`no answer within ${seconds} s`)),
        this.#timeout,
      )
      request.once('close', () => clearTimeout(deadline))
      request.once('error', (error) =>
        reject(
          request.reusedSocket && codeOf(error) === 'ECONNRESET' ? new StaleConnection(error.message) : error,
        ),
      )
      // For this nothing listens: the connection would end without a word.
      request.once('upgrade', (_response, socket) => {
        socket.destroy()
        reject(new Error('it changes the protocol (HTTP 101)'))
      })
      request.once('response', (response) => {
        const { statusCode: status = 0, headers } = response
        // The console reads all rows of a list as they come, however many there are: here silence alone ends them.
        if (headers['content-type']?.startsWith(rowsType)) response.on('data', () => deadline.refresh())
        buffer(response)
          .then((bytes) =>
            resolve({ status, headers, body: decoded(bytes, headers['content-encoding']), at: new Date() }),
          )
          .catch(reject)
      })
      request.end(body)
    })
  }

  #unreachable(error: unknown): CannotRun {
    const code = codeOf(error)
    const words = wordsOf(error)
    if (tlsCode.test(code)) {
      return new CannotRun(
        `The certificate of ${this.#base.origin} is not trusted (${words})`,
        'Set NODE_EXTRA_CA_CERTS to the file with your authority’s certificate, and give the name that the certificate is for.',
      )
    }
    return new CannotRun(
      `${this.#base.origin} does not answer (${words})`,
      'Check address and port, that the platform runs, and that this machine may reach it.',
    )
  }
}

function decoded(bytes: Buffer, named = 'identity'): Buffer {
  const encoding = named.trim().toLowerCase()
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(bytes)
  if (encoding === 'br') return brotliDecompressSync(bytes)
  if (encoding === 'deflate') return inflateSync(bytes)
  return bytes
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Of several addresses that were tried, the last one's error says as much as all. */
function wordsOf(error: unknown): string {
  if (error instanceof AggregateError) return wordsOf(error.errors.at(-1))
  return error instanceof Error ? error.message || codeOf(error) : String(error)
}

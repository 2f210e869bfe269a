import http from 'node:http'
import https from 'node:https'
import { checkServerIdentity, type PeerCertificate, TLSSocket } from 'node:tls'
import { bareHost } from '#contracts/network'

export interface Question {
  method?: string
  headers?: Record<string, string>
  body?: Buffer
  /** Milliseconds for all of it. */
  patience?: number
}

/** An answer, as it came. */
export interface Got {
  status: number
  /** Names in lower case; a header that came twice stands here twice. */
  headers: [name: string, value: string][]
  body: Buffer
  /** Milliseconds from the first byte of the body to its end. */
  spread: number
  certificate?: Certificate
}

/** What TLS showed; nothing of it stops the doctor, who says it instead. */
export interface Certificate {
  /** Why its chain is not believed (`SELF_SIGNED_CERT_IN_CHAIN`); nothing when it is. */
  distrust?: string
  /** The name does not fit. */
  misnamed?: string
  /** Milliseconds since 1970. */
  from: number
  until: number
}

/** No answer came; `code` is Node's, such as ECONNREFUSED, or `TIMEOUT`. */
export class Unanswered extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * One request on a connection of its own; redirects are not followed.
 * @param ca certificates (PEM) to believe beside the known ones
 * @throws Unanswered
 */
export function ask(address: URL, question: Question = {}, ca?: string[]): Promise<Got> {
  const { method = 'GET', headers = {}, body, patience = 10_000 } = question
  const secure = address.protocol === 'https:'
  const length = body === undefined ? {} : { 'content-length': String(body.length) }
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(address, {
      method,
      agent: false,
      headers: { ...length, ...headers },
      ...(secure && { rejectUnauthorized: false, ca }),
    })
    const timer = setTimeout(
      () => request.destroy(new Unanswered('TIMEOUT', `no answer within ${patience / 1000} s`)),
      patience,
    )
    request.on('close', () => clearTimeout(timer))
    request.on('error', (error: NodeJS.ErrnoException) => reject(unanswered(error)))
    request.on('upgrade', ({ rawHeaders }, socket) => {
      socket.destroy()
      resolve({ ...noAnswer, status: 101, headers: pairs(rawHeaders) })
    })
    request.on('response', (response) => {
      const { socket } = response
      const certificate = socket instanceof TLSSocket ? certificateOf(socket, bareHost(address)) : undefined
      const chunks: Buffer[] = []
      let first = 0
      response.on('data', (chunk) => {
        first ||= Date.now()
        chunks.push(chunk)
      })
      response.on('error', (error: NodeJS.ErrnoException) => reject(unanswered(error)))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: pairs(response.rawHeaders),
          body: Buffer.concat(chunks),
          spread: first === 0 ? 0 : Date.now() - first,
          certificate,
        }),
      )
    })
    request.end(body)
  })
}

/** Stands for an answer that did not come, where others did. */
export const noAnswer: Got = { status: 0, headers: [], body: Buffer.alloc(0), spread: 0 }

export const headersOf = ({ headers }: Got, name: string): string[] =>
  headers.filter((header) => header[0] === name).map((header) => header[1])

export const headerOf = (got: Got, name: string): string | undefined => headersOf(got, name)[0]

/** What an answer was, in a few words. */
export function words(got: Got): string {
  if (got.status === 0) return 'no answer'
  const type = headerOf(got, 'content-type')?.split(';')[0] ?? 'no content type'
  const server = headerOf(got, 'server')
  return `HTTP ${got.status} (${type}${server === undefined ? '' : `, Server: ${server}`})`
}

function unanswered(error: NodeJS.ErrnoException): Unanswered {
  return error instanceof Unanswered ? error : new Unanswered(error.code ?? 'UNKNOWN', error.message)
}

function pairs(raw: string[]): [string, string][] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1] ?? ''] as [string, string]] : [],
  )
}

/** Faults of time and name, which are told by themselves. */
const notOfChain = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID'])

function certificateOf(socket: TLSSocket, host: string): Certificate {
  const certificate: PeerCertificate = socket.getPeerCertificate()
  // Node gives the code as text, whatever its types say.
  const code = socket.authorizationError === null ? '' : String(socket.authorizationError ?? '')
  return {
    distrust: code === '' || notOfChain.has(code) ? undefined : code,
    misnamed: checkServerIdentity(host, certificate)?.message,
    from: Date.parse(certificate.valid_from),
    until: Date.parse(certificate.valid_to),
  }
}

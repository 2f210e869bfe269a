import { type Agent, type IncomingHttpHeaders, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'

export interface Sent {
  method?: string
  /** Goes out as it is written, in place of the address's own path: no client library tidies it up. */
  path?: string
  /** The address of this machine that it comes from: all of 127.0.0.0/8 on Linux. */
  from?: string
  headers?: Record<string, string>
  body?: string | Buffer
  agent?: Agent
}

export interface Got {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The answer ended before its end. */
  isBroken: boolean
}

/** A request that no browser makes. Throws when no answer comes. */
export function ask(address: string, { from, agent, body, ...sent }: Sent = {}): Promise<Got> {
  const { protocol, hostname, port, pathname, search } = new URL(address)
  return new Promise((resolve, reject) => {
    const send = protocol === 'https:' ? secureRequest : plainRequest
    const size = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = {
      ...{ hostname, port, path: pathname + search, ...sent, headers: { ...size, ...sent.headers } },
      ...{ localAddress: from, agent: agent ?? false, rejectUnauthorized: false },
    }
    const outgoing = send(options, (response) => {
      const chunks: Buffer[] = []
      const done = (isBroken: boolean) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
          isBroken,
        })
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => done(false))
      response.on('error', () => done(true))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

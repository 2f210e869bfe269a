import { type IncomingHttpHeaders, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'

export interface Sent {
  method?: string
  /** The address of this machine that it comes from: all of 127.0.0.0/8 on Linux. */
  from?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface Got {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** A request that no browser makes. Throws when no whole answer comes. */
export function ask(address: string, { method = 'GET', from, headers, body }: Sent = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const send = address.startsWith('https:') ? secureRequest : plainRequest
    const options = { method, localAddress: from, headers, agent: false, rejectUnauthorized: false }
    const outgoing = send(address, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

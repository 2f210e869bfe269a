import type { Endpoint } from '#contracts/endpoint'
import { encodedBody } from '#lib/encoded-body'

/** Any input, right or wrong. */
export interface RawInput {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** With what a request is made, where not with the run's own. */
export interface Manner {
  /** The bearer token; null for none. */
  token?: string | null
  /** Client credentials instead of a token. */
  basic?: string
  locale?: string
  /** The header as it is sent; null for none. */
  business?: string | null
  headers?: Record<string, string>
}

/** The console's basic client credentials. */
export interface Client {
  id: string
  secret: string
}

/** The headers of a call, as the console sends them; `own` is what the run itself has. */
export function headersOf(
  endpoint: Endpoint,
  manner: Manner,
  own: { token: string | undefined; business: string | undefined; client: Client },
): Record<string, string> {
  const token = manner.token === undefined ? own.token : manner.token
  const business = manner.business === undefined ? own.business : manner.business
  const isClient = endpoint.access === 'client'
  const bearer = typeof token === 'string' ? `Bearer ${token}` : ''
  const authorization = isClient ? (manner.basic ?? basicOf(own.client)) : bearer
  return {
    accept: 'application/json',
    locale: manner.locale ?? 'en-US',
    'user-agent': 'atrium-conformance',
    ...(authorization !== '' && { authorization }),
    ...(!isClient && typeof business === 'string' && { business }),
    ...manner.headers,
  }
}

export function basicOf({ id, secret }: Client): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}

/** What a request carries, by the call's encoding. */
export function bodyOf(
  endpoint: Endpoint,
  body: unknown,
): { type: string; content: string | Buffer } | undefined {
  if (body === undefined || endpoint.encoding === 'none') return undefined
  if (body instanceof Multipart) return { type: body.type, content: body.bytes }
  return encodedBody(endpoint, body)
}

const boundary = 'conformance-boundary-5f0c'

/** A multipart body with one file. */
export class Multipart {
  readonly type = `multipart/form-data; boundary=${boundary}`
  readonly bytes: Buffer
  constructor(fileName: string, type: string, content: Buffer) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`
    this.bytes = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)])
  }
}

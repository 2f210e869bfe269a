import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Ask, Authority } from './authority.ts'
import { type Locale, PlatformRefusal, Refusal, said } from './refusal.ts'

export interface Given extends Authority {
  locale: Locale
  params: Record<string, string>
  query: URLSearchParams
  /** What the body holds; an empty object where it is none. */
  body: Record<string, unknown>
}

export interface Call {
  method: 'GET' | 'POST'
  /** With `{name}` for parameters. */
  path: string
  /** Missing: whoever the platform lets into the organization. */
  permission?: string
  answer: (given: Given) => unknown
}

/** What every organization has its own of, made when it is first asked for. */
export function ownOf<Kept>(make: (given: Given) => Kept): (given: Given) => Kept {
  const all = new Map<string, Kept>()
  return (given) => {
    const own = all.get(given.orgId) ?? make(given)
    all.set(given.orgId, own)
    return own
  }
}

const largestBody = 64 * 1024

export function localeOf(header: string | string[] | undefined): Locale {
  return String(header ?? '')
    .toLowerCase()
    .startsWith('en')
    ? 'en'
    : 'zh-cn'
}

/** Answers a call of the API in the platform's form. Who asks is settled before anything else is told. */
export function answerCalls(calls: readonly Call[], ask: Ask) {
  const known = calls.map((call) => ({ call, pattern: patternOf(call.path) }))
  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const locale = localeOf(request.headers.locale)
    try {
      const { call, params } = find(known, request.method ?? '', url.pathname)
      const authority = await ask(credentialsOf(request), call.method !== 'GET')
      // The console lets no such call through; what reaches this server past it is refused all the same.
      if (authority.isView && call.method !== 'GET') throw new Refusal(403, said.viewOnly)
      if (call.permission !== undefined && !authority.may(call.permission)) {
        throw new Refusal(403, said.notPermitted)
      }
      const body = call.method === 'POST' ? await readBody(request) : {}
      const data = call.answer({ ...authority, locale, params, query: url.searchParams, body })
      send(response, 200, { code: 0, msg: said.success[locale], data: data ?? null })
    } catch (error) {
      sendRefusal(response, locale, error)
    }
  }
}

function sendRefusal(response: ServerResponse, locale: Locale, error: unknown): void {
  if (error instanceof PlatformRefusal) {
    send(response, error.status, error.envelope)
    return
  }
  const refusal = error instanceof Refusal ? error : new Refusal(500, said.fault)
  if (refusal !== error) console.error(error)
  send(response, refusal.status, { code: refusal.code, msg: refusal.said[locale], data: refusal.data })
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[A-Za-z0-9_-]{1,64})')}$`)
}

function find(known: readonly { call: Call; pattern: RegExp }[], method: string, path: string) {
  const fits = known.flatMap(({ call, pattern }) => {
    const match = pattern.exec(path)
    return match === null ? [] : [{ call, params: { ...match.groups } as Record<string, string> }]
  })
  const found = fits.find(({ call }) => call.method === method)
  if (found !== undefined) return found
  throw fits.length === 0 ? new Refusal(404, said.unknownCall) : new Refusal(405, said.wrongMethod)
}

function credentialsOf({ headers }: IncomingMessage) {
  const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)
  return {
    authorization: headers.authorization,
    business: one(headers.business),
    locale: one(headers.locale),
  }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // What is still to come is read and dropped: a connection that is cut says nothing.
    if (size <= largestBody) chunks.push(chunk)
  }
  if (size > largestBody) throw new Refusal(413, said.tooLarge)
  if (size === 0) return {}
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new Refusal(415, said.wrongType)
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
      return body as Record<string, unknown>
    }
  } catch {
    // Told below, like a body that is JSON but no object.
  }
  throw new Refusal(400, said.invalidJson)
}

function send(response: ServerResponse, status: number, envelope: object): void {
  const text = JSON.stringify(envelope)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(text)
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { serve } from '../serve.ts'
import type { Platform } from './harness.ts'

export interface Asked {
  method: string
  /** Path and query. */
  path: string
  headers: Record<string, string>
  body: string
}

export interface Told {
  status: number
  headers: Record<string, string>
  body: Buffer | string
}

/** Answers in the platform's place, with what the platform says at hand; nothing leaves the request without an answer. */
export type Spoil = (asked: Asked, ask: (asked: Asked) => Promise<Told>) => Promise<Told | undefined>

export interface OverHttp {
  url: URL
  /** Spoils answers from now on; without one, none. */
  spoil(how?: Spoil): void
  close(): Promise<void>
}

/** Serves a test platform over real HTTP, on a port of its own. */
export async function overHttp(platform: Platform): Promise<OverHttp> {
  let spoil: Spoil | undefined
  const ask = async ({ method, path, headers, body }: Asked): Promise<Told> => {
    const answer = await platform.send(method, path, {
      headers,
      ...(body !== '' && { body: Buffer.from(body, 'latin1') }),
    })
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const asked = await askedOf(request)
    const told = await (spoil === undefined ? ask(asked) : spoil(asked, ask))
    if (told === undefined) return
    const { 'content-length': _, ...headers } = told.headers
    response.writeHead(told.status, headers).end(told.body)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  const { origin, stop } = await serve(server)
  return {
    url: new URL(origin),
    spoil: (how) => {
      spoil = how
    },
    close: stop,
  }
}

async function askedOf(request: IncomingMessage): Promise<Asked> {
  const headers = Object.entries(request.headers).filter(([name]) => !hopByHop.has(name))
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    body: (await buffer(request)).toString('latin1'),
  }
}
const hopByHop = new Set(['connection', 'content-length', 'transfer-encoding', 'host'])

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import type { Locale } from './refusal.ts'

export interface Page {
  type: string
  text: string | Buffer
  /** Its name holds a hash of what is in it. */
  immutable?: boolean
}
/** A file by its path below the entry folder; `locale` is what the browser prefers. */
export type FindPage = (path: string, locale: Locale) => Promise<Page | undefined>

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Files of a folder, of known types only; nothing whose name begins with a dot, nothing outside. */
export function filesIn(folder: URL): FindPage {
  return async (path) => {
    const type = types[extname(path)]
    if (type === undefined || !/^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/.test(path)) return undefined
    try {
      const text = await readFile(new URL(path.slice(1), folder))
      return { type, text, immutable: /^\/assets\/.+-[\w-]{8,}\.\w+$/.test(path) }
    } catch {
      return undefined
    }
  }
}

/** Gives a static file to whoever asks: there is nothing in it that is anybody's. */
export async function answerFile(
  find: FindPage,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const locale = /^en/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'zh-cn'
  const page = isRead ? await find(path === '/' ? '/index.html' : path, locale) : undefined
  if (page === undefined) {
    response.writeHead(isRead ? 404 : 405, { 'cache-control': 'no-store' }).end()
    return
  }
  const body = Buffer.from(page.text)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers = {
    etag,
    'cache-control': page.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
  }
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end()
    return
  }
  response.writeHead(200, { ...headers, 'content-type': page.type, 'content-length': body.length })
  response.end(request.method === 'HEAD' ? undefined : body)
}

import 'server-only'
import type { IncomingMessage } from 'node:http'
import { basePath } from '#lib/request'

type RawRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** Conditions that a file of the console either meets or not: Next answers 500 to those that it does not meet. */
const conditions = ['range', 'if-range', 'if-match', 'if-unmodified-since'] as const

/**
 * Puts a request of an odd form, which Next would answer with 500, into one that it serves or refuses as it should.
 * It changes the request itself, before Next has seen it.
 */
export function normalizeRequest(request: RawRequest): void {
  request.url = decodable(originForm(request.url ?? '/'))
  // The development server has calls of its own.
  if (process.env.NODE_ENV === 'development') return
  const isCall = request.url.startsWith(`${basePath}/api/`)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (request.url === '*' || request.method === 'TRACE' || (!isRead && !isCall)) {
    // Pages and files take GET and HEAD alone; what stands before Next says so, with 405.
    request.method = 'OPTIONS'
    request.url = basePath || '/'
  }
  const isServed = isCall || request.url.startsWith(`${basePath}/micro/`)
  if (!isServed) for (const name of conditions) delete request.headers[name]
}

/** The path of a target that is a whole address, as proxies are sent; whose address it is says the configuration. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*(.*)$/i.exec(target)?.[1]
  if (path === undefined) return '*'
  return path.startsWith('/') ? path : `/${path}`
}

/** A path that cannot be decoded is no path of ours: each of its percent signs stands for itself. */
function decodable(target: string): string {
  if (!target.includes('%')) return target
  const [path = '', ...query] = target.split('?')
  try {
    decodeURIComponent(path)
    return target
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

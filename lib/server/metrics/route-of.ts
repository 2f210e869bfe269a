import 'server-only'
import { match } from '#contracts/registry'
import { consolePages } from '#lib/console-pages'

const pages = new Set([
  '/login',
  '/selectSystem',
  '/newPassword',
  '/home',
  ...consolePages.map(({ path }) => path),
])
const own = new Set([
  ...['sign-in', 'enter', 'sign-out', 'view', 'leave-view', 'system-check', 'export'].map(
    (name) => `/api/session/${name}`,
  ),
  '/api/csp-report',
  ...['/healthz', '/readyz'],
])

/**
 * A request by its route, of which there are few: an address may hold anything.
 * @param address path and query, without the base path
 */
export function routeOf(method: string, address: string): string {
  const path = address.split('?')[0] ?? ''
  if (own.has(path) || pages.has(path)) return path
  if (path.startsWith('/_next/') || path.startsWith('/images/')) return 'file'
  if (path.startsWith('/micro/')) return 'file of a system'
  if (path.startsWith('/api/')) {
    const found = match(method, path.slice('/api'.length))
    return found?.endpoint === undefined ? 'call of a system' : `/api${found.endpoint.path}`
  }
  return 'page of a system'
}

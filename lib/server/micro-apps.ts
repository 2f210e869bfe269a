import 'server-only'
import type { SystemRow } from '#contracts/allocation'
import { consolePages } from '#lib/console-pages'
import { config } from './config'
import { readSystems } from './menu-reader'
import type { Answer } from './platform'
import type { Caller } from './upstream-headers'

/** A registered, enabled system (specification section 3, sub-application entry): its prefix path is `/{code}`. */
export interface MicroApp {
  code: string
  name: string
  /** Where it may be loaded from; none where the operator does not allow its address (MICRO-7). */
  origin: URL | undefined
}

/** A code becomes a path of the console, so it is one plain segment that no page of its own has. */
const embeddable = /^[A-Za-z0-9][A-Za-z0-9_-]{0,29}$/
const ownPaths = new Set([
  ...['api', 'micro', 'login', 'home', 'user', 'uia', 'images', 'selectSystem', 'toggleSystem'],
  ...consolePages.map((page) => page.path.split('/')[1]),
])

/** The systems that can be embedded; the platform is asked each time, so that a disabled one is gone at once. */
export async function readMicroApps(caller: Caller): Promise<Answer<MicroApp[]>> {
  const systems = await readSystems(caller)
  if (systems.ok) return { ok: true, data: systems.data.flatMap(microAppOf) }
  // The specification shows no path for this listing: a platform without it has no sub-applications.
  const { failure } = systems
  return failure.kind === 'refused' && failure.status === 404 ? { ok: true, data: [] } : systems
}

export function microAppOf({ code, name, hostName, port }: SystemRow): MicroApp[] {
  if (!embeddable.test(code) || ownPaths.has(code) || !hostName) return []
  return [{ code, name, origin: allowedOrigin(hostName, port) }]
}

/** `hostName` is a name or an address, with or without a scheme (section 5 allows `. : / \`); the port stands apart. */
function allowedOrigin(hostName: string, port: SystemRow['port']): URL | undefined {
  const [, scheme, rest = ''] = /^(?:(https?):)?[/\\]*(.*)$/i.exec(hostName.trim()) ?? []
  const host = rest.split(/[/\\]/)[0]
  const address = port === null || port === undefined || port === '' ? host : `${host}:${port}`
  const candidates = scheme === undefined ? ['http', 'https'] : [scheme.toLowerCase()]
  for (const candidate of candidates) {
    const url = URL.canParse(`${candidate}://${address}`) ? new URL(`${candidate}://${address}`) : undefined
    if (url !== undefined && config().microAppOrigins.includes(url.origin)) return url
  }
  return undefined
}

/** The system whose API a path below `/api` belongs to: `/{code}/…`, or `/{code}-admin/…`. */
export function microAppOfCall(apps: readonly MicroApp[], path: string): MicroApp | undefined {
  const prefix = path.split('/')[1] ?? ''
  return apps.find(({ code }) => code === prefix || `${code}-admin` === prefix)
}

/** A raw path that means the same to every server it passes: no dot segments, no encoded separators, no backslash. */
export function isPlainPath(path: string): boolean {
  return (
    /^(?:\/[A-Za-z0-9._~!$&'()*+,;=:@%-]*)+$/.test(path) &&
    !path.includes('//') &&
    !/%(?:2f|5c|2e|00)/i.test(path) &&
    !/(?:^|\/)\.{1,2}(?:\/|$)/.test(path) &&
    !/%(?![0-9a-f]{2})/i.test(path)
  )
}

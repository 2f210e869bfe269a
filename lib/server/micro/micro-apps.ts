import 'server-only'
import { listConfig, type SubApplication } from '#contracts/allocation'
import { addAll } from '#contracts/assets'
import { codes } from '#contracts/envelope'
import { consoleSystem, permits } from '#contracts/permission'
import type { MenuNode } from '#contracts/session'
import { consolePages, systemsIn } from '#lib/console-pages'
import { succeeded } from '#lib/result'
import { config } from '#lib/server/config'
import type { Answer } from '#lib/server/http/platform'
import { isDenied } from '#lib/server/http/platform'
import type { Caller } from '#lib/server/http/upstream-headers'
import { grantIn, readMenu, readSystems, type SystemsQuery } from '#lib/server/session/menu-reader'

/** A registered system (specification section 3, sub-application entry): its prefix path is `/{code}`. */
export interface MicroApp {
  code: string
  name: string
  /** Where it may be loaded from; none where the operator does not allow its address (MICRO-7). */
  origin: URL | undefined
  /** Open to who discovers resources: `isControl` is 0 for those that are not theirs to discover. */
  discoverable: boolean
  /** A disabled one shows none of its pages, and says so. */
  enabled: boolean
}

/** A code becomes a path of the console, so it is one plain segment that no page of its own has. */
export const embeddable = /^[A-Za-z0-9][A-Za-z0-9_-]{0,29}$/
/** First segments of the console's own paths, which no system's code is. */
export const ownPaths: ReadonlySet<string> = new Set([
  ...['api', 'micro', 'login', 'home', 'user', consoleSystem, 'images'],
  ...['selectSystem', 'toggleSystem', 'newPassword', 'healthz', 'readyz'],
  ...consolePages.map((page) => page.path.split('/')[1] ?? ''),
])

/** The systems that have pages here; pages ask the platform each time, so that a disabled one is off at once. */
export async function readMicroApps(caller: Caller, query?: SystemsQuery): Promise<Answer<MicroApp[]>> {
  const systems = await readSystems(caller, query)
  if (systems.ok) return succeeded(systems.data.flatMap(microAppOf))
  const { failure } = systems
  if (failure.kind !== 'refused') return systems
  // The specification shows no path for this listing: a platform without it has no sub-applications.
  if (failure.code === codes.notFound) return succeeded([])
  return failure.code === codes.notPermitted && (await lacksListing(caller, query?.maxAge))
    ? succeeded([])
    : systems
}

/**
 * Section 6 has a button for the listing: a platform may refuse it to whoever works in a system without that one. Before one
 * is entered, a menu without anything says nothing of it.
 */
async function lacksListing(caller: Caller, maxAge?: number): Promise<boolean> {
  if (caller.session?.context === undefined) return false
  const menu = await readMenu(caller, maxAge)
  return menu.ok && !permits(grantIn(menu.data, caller.session), listConfig.widenedBy ?? [])
}

/** Those whose pages a person may open: a super administrator all, others the ones that they hold something of. */
export function ownApps(
  apps: readonly MicroApp[],
  menu: readonly MenuNode[],
  isSuper: boolean,
): readonly MicroApp[] {
  if (isSuper) return apps
  const systems = systemsIn(menu)
  return apps.filter(({ code }) => systems.has(code))
}

/** Milliseconds for which a page's many files and calls take the platform's word without asking again. */
const maxAge = 3_000

/** Those whose files and APIs a person reaches: their own, and those that they may discover by loading them. */
export async function readReachableApps(caller: Caller): Promise<Answer<readonly MicroApp[]>> {
  const [apps, menu] = await Promise.all([readMicroApps(caller, { maxAge }), readMenu(caller, maxAge)])
  if (!apps.ok) return apps
  // Without a system that is entered there is no menu, and nothing of one's own.
  if (!menu.ok) return isDenied(menu.failure) ? succeeded([]) : menu
  const isSuper = caller.session?.superIdentification === true
  const mayDiscover = permits(grantIn(menu.data, caller.session), addAll.permissions)
  const own = new Set(ownApps(apps.data, menu.data, isSuper))
  const reached = apps.data.filter((app) => own.has(app) || (mayDiscover && app.discoverable))
  return succeeded(reached.filter(({ enabled }) => enabled))
}

export function microAppOf({ code, name, hostName, port, enable, isControl }: SubApplication): MicroApp[] {
  if (!embeddable.test(code) || ownPaths.has(code) || (enable && !hostName)) return []
  const origin = allowedOrigin(hostName ?? '', port)
  return [{ code, name, origin, discoverable: isControl !== 0, enabled: enable }]
}

/** `hostName` is a name or an address, with or without a scheme (section 5 allows `. : / \`); the port stands apart. */
export function allowedOrigin(hostName: string, port: SubApplication['port']): URL | undefined {
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

/**
 * The system whose API a path below `/api` belongs to: `/{code}/…`, or `/{code}-admin/…`. A system that calls itself
 * `ems-admin` gets none of what is meant for `ems`.
 */
export function microAppOfCall(apps: readonly MicroApp[], path: string): MicroApp | undefined {
  const prefix = path.split('/')[1] ?? ''
  return apps.find(({ code }) => `${code}-admin` === prefix) ?? apps.find(({ code }) => code === prefix)
}

/**
 * A raw path, of the signs that browsers leave in one, that means the same to every server it passes, however often each decodes
 * it: no dot segments (also with what some servers cut off behind `;`), no encoded separators, no backslash, and none of these
 * encoded twice.
 */
export function isPlainPath(path: string): boolean {
  return (
    /^(?:\/[A-Za-z0-9._~!$&'()*+,;=:@%[\]|^-]*)+$/.test(path) &&
    !path.includes('//') &&
    !/%(?:2f|5c|2e|00)|%25(?:25|2f|5c|2e|00|3b)/i.test(path) &&
    !/(?:^|\/)\.{1,2}(?:;|%3b|\/|$)/i.test(path) &&
    !/%(?![0-9a-f]{2})/i.test(path)
  )
}

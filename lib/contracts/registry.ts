import * as access from './access.ts'
import * as account from './account.ts'
import * as accountImport from './account-import.ts'
import * as alarm from './alarm.ts'
import * as allocation from './allocation.ts'
import * as apply from './apply.ts'
import * as assets from './assets.ts'
import * as bulk from './bulk.ts'
import * as department from './department.ts'
import type { Endpoint } from './endpoint.ts'
import * as image from './image.ts'
import { shapeOf } from './list-search.ts'
import * as log from './log.ts'
import * as menu from './menu.ts'
import * as online from './online.ts'
import * as organization from './organization.ts'
import * as preference from './preference.ts'
import type { Resource } from './resource.ts'
import * as role from './role.ts'
import * as search from './search.ts'
import * as session from './session.ts'
import * as user from './user.ts'

/** Every resource there is, the pages in the menu's order. What follows from them all is made of this list. */
export const resources = {
  session: session.session,
  user: user.user,
  image: image.image,
  alarm: alarm.alarm,
  account: account.account,
  role: role.role,
  department: department.department,
  organization: organization.organization,
  online: online.online,
  apply: apply.apply,
  allocation: allocation.allocation,
  menu: menu.menu,
  assets: assets.assets,
  entryLog: log.entryLog,
  operation: log.operation,
  accountImport: accountImport.accountImport,
  access: access.access,
  search: search.search,
  preference: preference.preference,
  bulk: bulk.bulk,
} as const satisfies { readonly [Key in string]: Resource }
type Resources = typeof resources
export type ResourceKey = keyof Resources

/** `department.list`, and so on. */
export type EndpointName = {
  [Key in ResourceKey]: `${Key}.${keyof Resources[Key]['endpoints'] & string}`
}[ResourceKey]

/** The resources that have such a call. */
export type KeyWith<Call extends string> = {
  [Key in ResourceKey]: Resources[Key]['endpoints'] extends { readonly [Name in Call]: Endpoint }
    ? Key
    : never
}[ResourceKey]

/** The resources with a page of their own and such a call, in the menu's order. */
export function pagesWith<Call extends string>(call: Call): KeyWith<Call>[] {
  const has = ({ page, endpoints }: Resource) => page !== undefined && endpoints[call] !== undefined
  return (Object.keys(resources) as KeyWith<Call>[]).filter((key) => has(resources[key]))
}

/** The lists that are a page. */
export const listKeys = pagesWith('list')
export type ListKey = (typeof listKeys)[number]

/** The calls whose rows are had as a file (EDGE-12), by their resource. */
export const filed = Object.fromEntries(
  Object.values<Resource>(resources).flatMap(({ key, endpoints }) =>
    Object.values(endpoints).flatMap((call) => (call.columns ? [[key, call]] : [])),
  ),
) as unknown as Readonly<Record<FiledKey, Endpoint>>
export type FiledKey = ListKey | 'assets'

/** Those whose records belong to one organization each, which their form names: the platform has a table of the key, with `org_id`. */
export const ofOneOrganization: readonly string[] = Object.values<Resource>(resources)
  .filter(({ endpoints: { add } }) => add !== undefined && 'orgId' in shapeOf(add.body))
  .map(({ key }) => key)

/** Every call there is (specification section 7): the BFF's allow-list, and what the documents are made of. */
export const endpoints = Object.fromEntries(
  Object.values<Resource>(resources).flatMap(({ key, endpoints }) =>
    Object.entries(endpoints).map(([name, endpoint]) => [`${key}.${name}`, endpoint]),
  ),
) as unknown as {
  readonly [Name in EndpointName]: Name extends `${infer Key extends ResourceKey}.${infer Call}`
    ? Resources[Key]['endpoints'][Call & keyof Resources[Key]['endpoints']]
    : never
}

interface PathEntry {
  methods: Map<string, Endpoint>
  pattern: RegExp
}
const paths = new Map<string, PathEntry>()
for (const endpoint of Object.values<Endpoint>(endpoints)) {
  const entry = paths.get(endpoint.path) ?? { methods: new Map(), pattern: patternOf(endpoint.path) }
  entry.methods.set(endpoint.method, endpoint)
  paths.set(endpoint.path, entry)
}
/** Paths without parameters are looked up whole; only those with parameters are tried by pattern. */
const pathsWithParameters = [...paths].filter(([path]) => path.includes('{')).map(([, entry]) => entry)

function patternOf(path: string): RegExp {
  const source = path
    .split(/\{\w+\}/)
    .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[A-Za-z0-9_-]{1,64}')
  return new RegExp(`^${source}$`)
}

/** A call of the contract, or the methods of a path that has no such method. */
export type Match = { endpoint: Endpoint; allow?: undefined } | { endpoint?: undefined; allow: string[] }

/**
 * Finds the call of a method and a raw, still percent-encoded path without its query. Nothing is decoded, normalised or
 * made lower case: what is not in the table, character by character, is no call.
 * Gives the endpoint, or the allowed methods of a path that has no such method, or nothing.
 */
export function match(method: string, rawPath: string): Match | undefined {
  const whole = rawPath.includes('{') ? undefined : paths.get(rawPath)
  const methods = (whole ?? pathsWithParameters.find(({ pattern }) => pattern.test(rawPath)))?.methods
  if (methods === undefined) return undefined
  const endpoint = methods.get(method)
  return endpoint === undefined ? { allow: allowed([...methods.keys()]) } : { endpoint }
}

/** The methods that a path takes, as an answer tells them: whatever can be got can be asked for without its content (RFC 9110). */
export function allowed(methods: readonly string[]): string[] {
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

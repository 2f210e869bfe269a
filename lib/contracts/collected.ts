import type { CollectedResource, ResourceRow } from './assets.ts'

/** The rules that collected resources follow as a whole: the console looks before it sends, the platform again. */

/** A collected resource or operation by itself; `parent` is the code of the one that it hangs below. */
export interface FlatResource {
  name: string
  type: 2 | 3
  path: string
  code: string
  method: string | null
  description: string | null
  parent: string | null
}

/** All of them in the order in which they were reported, each before what hangs below it. */
export function flatResources(resources: readonly CollectedResource[]): FlatResource[] {
  const flat: FlatResource[] = []
  const take = (given: CollectedResource, type: 2 | 3, parent: string | null) => {
    const { name, path, code, method, description } = given
    flat.push({ name, type, path, code, method: method ?? null, description: description || null, parent })
  }
  const walk = (level: readonly CollectedResource[], parent: string | null) => {
    for (const resource of level) {
      take(resource, resource.type, parent)
      for (const operation of resource.operations ?? []) take({ ...operation, type: 3 }, 3, resource.code)
      walk(resource.children ?? [], resource.code)
    }
  }
  walk(resources, null)
  return flat
}

/**
 * The same of what a platform stores, which may answer operations and children within what they hang below: each by itself.
 * One that has a row of its own as well stays that.
 */
export function flatRows(rows: readonly ResourceRow[]): ResourceRow[] {
  const codes = new Set(rows.map(({ code }) => code))
  const walk = ({ operations, children, ...row }: ResourceRow): ResourceRow[] => {
    const below = [...(operations ?? []).map((operation) => ({ ...operation, type: 3 })), ...(children ?? [])]
    const nested = below.filter(({ code }) => !code || !codes.has(code))
    return [row, ...nested.flatMap((part: ResourceRow) => walk(within(row, part)))]
  }
  return rows.flatMap(walk)
}

function within({ code, systemName }: ResourceRow, part: ResourceRow): ResourceRow {
  return { ...part, parent: part.parent ?? code, systemName: part.systemName ?? systemName }
}

/** A path is one with its method: a page and its call may share the rest. */
export function pathKey({ method, path }: { method?: string | null; path?: string | null }): string {
  return `${method ?? ''} ${path ?? ''}`
}

/** The codes that do not begin with their system's own. */
export function foreignCodes(system: string, resources: readonly { code: string }[]): string[] {
  return resources.map(({ code }) => code).filter((code) => !code.startsWith(`${system}.`))
}

export interface Repeated {
  paths: string[]
  codes: string[]
}

/**
 * The paths and codes that stand more than once, within a system or in several, by the systems that have them. Which of
 * several is right nobody can tell: all that share one are named.
 */
export function repeatedIn(
  systems: readonly { code: string; resources: readonly FlatResource[] }[],
): Map<string, Repeated> {
  const paths = new Map<string, string[]>()
  const codes = new Map<string, string[]>()
  const note = (places: Map<string, string[]>, key: string, system: string) => {
    const known = places.get(key)
    if (known === undefined) places.set(key, [system])
    else known.push(system)
  }
  for (const { code: system, resources } of systems) {
    for (const resource of resources) {
      note(paths, pathKey(resource), system)
      note(codes, resource.code, system)
    }
  }
  const repeated = new Map<string, Repeated>()
  const tell = (places: Map<string, string[]>, kind: keyof Repeated) => {
    for (const [key, owners] of places) {
      if (owners.length === 1) continue
      for (const system of new Set(owners)) {
        const own = repeated.get(system) ?? { paths: [], codes: [] }
        repeated.set(system, own)
        own[kind].push(key)
      }
    }
  }
  tell(paths, 'paths')
  tell(codes, 'codes')
  return repeated
}

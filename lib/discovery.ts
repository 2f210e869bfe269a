import type { ResourceRow } from '#contracts/assets'
import { type FlatResource, type Repeated, repeatedIn } from '#contracts/collected'

/** What a discovery would change in one system, before anything is sent (EDGE-5). */
export interface Differences {
  added: FlatResource[]
  changed: ChangedResource[]
  /** Stored, but not reported any more; the platform keeps those that are in use. */
  gone: ResourceRow[]
}
interface ChangedResource {
  code: string
  name: string
  fields: { field: ComparedField; was: string | number | null; now: string | number | null }[]
}

const comparedFields = ['name', 'type', 'method', 'path', 'description', 'parent'] as const
export type ComparedField = (typeof comparedFields)[number]

export function differencesOf(
  stored: readonly ResourceRow[],
  collected: readonly FlatResource[],
): Differences {
  const before = new Map(stored.flatMap((row) => (row.code ? [[row.code, row]] : [])))
  const codes = new Set(collected.map(({ code }) => code))
  const changed = collected.flatMap((resource) => {
    const was = before.get(resource.code)
    const fields = was === undefined ? [] : changedFields(was, resource)
    return fields.length === 0 ? [] : [{ code: resource.code, name: resource.name, fields }]
  })
  return {
    added: collected.filter(({ code }) => !before.has(code)),
    changed,
    gone: stored.filter((row) => !codes.has(row.code ?? '')),
  }
}

function changedFields(was: ResourceRow, now: FlatResource): ChangedResource['fields'] {
  return comparedFields.flatMap((field) => {
    // Not every platform tells what a resource hangs below.
    if (field === 'parent' && was.parent === undefined) return []
    const [before, after] = [was[field] || null, now[field] || null]
    return before === after ? [] : [{ field, was: before, now: after }]
  })
}

export interface Duplicates {
  /** By system; nobody can tell which of several is right, so all that share one are left out. */
  systems: Map<string, Repeated>
  paths: number
  codes: number
}

/** The repeated paths and codes of all collected systems, each counted once (RES-5). */
export function duplicatesIn(
  systems: readonly { code: string; resources: readonly FlatResource[] }[],
): Duplicates {
  const repeated = repeatedIn(systems)
  const count = (kind: keyof Repeated) => new Set([...repeated.values()].flatMap((one) => one[kind])).size
  return { systems: repeated, paths: count('paths'), codes: count('codes') }
}

import { sql } from 'kysely'
import { limits } from '#contracts/limits'
import type { Queries } from '#platform/kernel/db/schema'

interface Placed {
  id: string
  system: string
  sort: number
}

/** The numbers of a folder's entries: those that change, and those of the new ones. */
export type Numbers = ReadonlyMap<string, number>

/**
 * Numbers for new entries among those that a folder has: each system's pages stand together, the new ones behind those
 * of their system, a system that is new here at the end. No number comes twice, and what need not move does not.
 */
export function orderedAmong(known: readonly Placed[], added: readonly Placed[]): Numbers {
  const order = [...known]
  const sorted = [...added].sort((one, other) => one.sort - other.sort)
  for (const system of new Set(sorted.map((entry) => entry.system))) {
    const entries = sorted.filter((entry) => entry.system === system)
    const last = order.findLastIndex((entry) => entry.system === system)
    order.splice(last < 0 ? order.length : last + 1, 0, ...entries)
  }
  const isNew = new Set(added)
  const numbers = new Map<string, number>()
  let last = 0
  for (const entry of order) {
    const sort = isNew.has(entry) ? last + 1 : Math.max(entry.sort, last + 1)
    last = Math.min(sort, limits.largestSort)
    if (isNew.has(entry) || last !== entry.sort) numbers.set(entry.id, last)
  }
  return numbers
}

/** What stands in a folder, in its order; the first segment of a code names the system that it belongs to. */
export async function entriesIn(db: Queries, folder: string): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    select n.id, coalesce(p.system_code, split_part(n.code, '.', 1)) as system, n.sort
    from menu_node n left join pool_resource p on p.id = n.resource_id
    where n.pid = ${folder} order by n.sort, n.id`.execute(db)
  return rows
}

export async function renumber(db: Queries, numbers: Numbers): Promise<void> {
  if (numbers.size === 0) return
  const [ids, sorts] = [[...numbers.keys()], [...numbers.values()]]
  await sql`update menu_node n set sort = g.sort from unnest(${ids}::text[], ${sorts}::integer[]) as g(id, sort)
    where n.id = g.id`.execute(db)
}

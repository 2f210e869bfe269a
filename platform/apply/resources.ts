import { sql } from 'kysely'
import { codes } from '#contracts/envelope'
import { nodeTypes } from '#contracts/menu'
import type { Queries } from '#platform/db/schema'
import { badField, Refusal } from '#platform/http/refusal'

/** How many names of a long list the operation log keeps. */
const namedResources = 20

/** The ids of the resources that an application has taken, in their order. */
export async function resourcesOf(db: Queries, appId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('application_resource')
    .where('app_id', '=', appId)
    .orderBy('resource_id')
    .select('resource_id')
    .execute()
  return rows.map((row) => row.resource_id)
}

/**
 * That an application may take these: what an application takes is the second level of the pool's tree, the pages of a
 * system (specification section 5), and each belongs to one application. Throws a Refusal 400 or 409 that names the field.
 */
export async function requireFree(db: Queries, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ type: number | null; pid: string | null; taken_by: string | null }>`
    select r.type, r.pid, n.name as taken_by
    from unnest(${ids}::text[]) as wanted (id)
    left join pool_resource r on r.id = wanted.id
    left join application_resource ar on ar.resource_id = r.id
    left join menu_node n on n.id = ar.app_id`.execute(db)
  if (rows.some((row) => row.type === null)) throw badField('resourceIdList', 'unknownResource')
  if (rows.some((row) => row.type !== nodeTypes.menu || row.pid !== null)) {
    throw badField('resourceIdList', 'resourceLevel')
  }
  const taken = rows.find((row) => row.taken_by !== null)
  if (taken !== undefined) {
    const fields = [{ field: 'resourceIdList', message: 'resourceTaken' }]
    throw new Refusal(codes.conflict, 'resourceTaken', { params: { name: taken.taken_by ?? '' }, fields })
  }
}

export interface Difference {
  added: string[]
  removed: string[]
}

export function differenceOf(stored: readonly string[], next: readonly string[]): Difference {
  const [before, after] = [new Set(stored), new Set(next)]
  return { added: next.filter((id) => !before.has(id)), removed: stored.filter((id) => !after.has(id)) }
}

/** For the operation log: how many before and after, and the first names of what went and what came. */
export async function resourceChange(
  db: Queries,
  stored: readonly string[],
  next: readonly string[],
): Promise<{ before: object; after: object }> {
  const { added, removed } = differenceOf(stored, next)
  return {
    before: { count: stored.length, names: await namesOf(db, removed) },
    after: { count: next.length, names: await namesOf(db, added) },
  }
}

async function namesOf(db: Queries, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select name from pool_resource where id = any(${ids}) order by code limit ${namedResources}`.execute(db)
  return rows.map((row) => row.name)
}

import { sql } from 'kysely'
import { nodeTypes } from '#contracts/menu'
import { listChange, mostNames } from '#platform/kernel/audit/list-change'
import type { Queries } from '#platform/kernel/db/schema'
import { idsOf } from '#platform/kernel/ids'
import { badField, taken } from '#platform/kernel/refusal'

/** The ids of the resources that an application has taken, in their order. */
export async function resourcesOf(db: Queries, appId: string): Promise<string[]> {
  const held = db.selectFrom('application_resource').where('app_id', '=', appId)
  return idsOf(held.orderBy('resource_id').select('resource_id as id'))
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
  const other = rows.find((row) => row.taken_by !== null)
  if (other !== undefined) {
    throw taken('resourceIdList', 'resourceTaken', { name: other.taken_by ?? '' })
  }
}

/** For the operation log. */
export async function resourceChange(db: Queries, stored: readonly string[], next: readonly string[]) {
  return listChange(stored, next, (ids) => namesOf(db, ids))
}

async function namesOf(db: Queries, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pool_resource where id = any(${ids}) order by code limit ${mostNames}`.execute(db)
  return rows.map((row) => row.name)
}

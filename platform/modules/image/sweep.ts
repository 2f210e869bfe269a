import { sql } from 'kysely'
import { after, day } from '#platform/kernel/clock'
import type { Database } from '#platform/kernel/db/schema'
import { pathStart } from './stored.ts'

/** A picture is five megabytes at most, so that a batch is not held for long. */
const batch = 100

/**
 * Removes the pictures of more than a day ago that no record shows, in the bin neither: uploads whose form was never saved, and those that
 * another one has replaced.
 */
export async function sweepImages(db: Database, now: Date): Promise<void> {
  while ((await sweepSome(db, after(now, -day))) === batch);
}

/**
 * Locks first and looks again: a record that comes to show one of them meanwhile has locked it, or finds it gone.
 * Gives how many it tried.
 */
async function sweepSome(db: Database, before: Date): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      select i.id from image i where i.created_time < ${before} and ${unused}
      limit ${batch} for update skip locked`.execute(transaction)
    const ids = rows.map((row) => row.id)
    if (ids.length > 0) {
      await sql`delete from image i where i.id = any(${ids}) and ${unused}`.execute(transaction)
    }
    return ids.length
  })
}

const unused = sql<boolean>`
  not exists (select 1 from menu_node n where n.icon = ${pathStart} || i.id)
  and not exists (select 1 from account a where a.head_img = ${pathStart} || i.id)
  and not exists (
    select 1 from (
      select coalesce(r ->> 'head_img', r ->> 'icon') as path
      from bin b cross join jsonb_path_query(b.kept, '$.*[*]') r where b.kind in ('account', 'menu')) kept
    where kept.path = ${pathStart} || i.id)`

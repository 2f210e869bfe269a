import { type RawBuilder, sql } from 'kysely'
import { after, day, hour } from '#platform/kernel/clock'
import type { Database, Queries } from '#platform/kernel/db/schema'
import { pathStart } from './stored.ts'

/** A picture is five megabytes at most, so that a batch is not held for long. */
const batch = 100
/** Of one person, beside the newest: an open form has one, and others may be open beside it. */
const mostUnused = 30

/**
 * Removes the pictures of more than a day ago that no record shows, in the bin neither: uploads whose form was never saved, and those that
 * another one has replaced.
 */
export async function sweepImages(db: Database, now: Date): Promise<void> {
  const isOld = sql<boolean>`i.created_time < ${after(now, -day)}`
  const some = () => db.transaction().execute((transaction) => removeSome(transaction, isOld))
  while ((await some()) === batch);
}

/**
 * Removes what a person has uploaded within the day, but for the latest, and no record shows.
 * @param newest it stays, also where the clock has gone back
 */
export async function removeOwn(db: Queries, accountId: string, newest: string, now: Date): Promise<void> {
  const earlier = await db
    .selectFrom('image')
    .where('account_id', '=', accountId)
    .where('id', '!=', newest)
    .where('created_time', '>=', after(now, -day - hour))
    .orderBy('created_time', 'desc')
    .orderBy('id', 'desc')
    .offset(mostUnused)
    .select('id')
    .execute()
  // Whether records show any takes a look at all of these.
  if (earlier.length === 0) return
  await removeSome(db, sql`i.id = any(${earlier.map(({ id }) => id)})`)
}

/**
 * Locks first and looks again: a record that comes to show one of them meanwhile has locked it, or finds it gone.
 * Gives how many it tried.
 */
async function removeSome(transaction: Queries, which: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select i.id from image i where ${which} and ${unused}
    limit ${batch} for update skip locked`.execute(transaction)
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) {
    await sql`delete from image i where i.id = any(${ids}) and ${unused}`.execute(transaction)
  }
  return ids.length
}

const unused = sql<boolean>`
  not exists (select 1 from menu_node n where n.icon = ${pathStart} || i.id)
  and not exists (select 1 from account a where a.head_img = ${pathStart} || i.id)
  and not exists (
    select 1 from (
      select coalesce(r ->> 'head_img', r ->> 'icon') as path
      from bin b cross join jsonb_path_query(b.kept, '$.*[*]') r where b.kind in ('account', 'menu')) kept
    where kept.path = ${pathStart} || i.id)`

import { sql } from 'kysely'
import { limits } from '#contracts/limits'
import { nodeTypes } from '#contracts/menu'
import type { Queries } from '#platform/db/schema'
import { newId } from '#platform/ids'
import { requireFreeCodes } from './codes.ts'
import type { Application } from './visible.ts'

/** What the platform made for or of a resource, as against what people added ("1"). */
export const fromPool = '2'

type Named = Pick<Application, 'id' | 'name' | 'code'>

function codeOf({ code }: Pick<Application, 'code'>): string {
  return `${code}.pages`
}

/** The directory for an application's pages, which cannot hang below the application itself; made where there is none. */
export async function pagesFolder(
  { db, now }: { db: Queries; now: Date },
  application: Named,
): Promise<string> {
  const code = codeOf(application)
  const known = await db
    .selectFrom('menu_node')
    .where('app_id', '=', application.id)
    .where('code', '=', code)
    .where('type', '=', nodeTypes.directory)
    .select('id')
    .executeTakeFirst()
  if (known !== undefined) return known.id
  await requireFreeCodes(db, 'resourceIdList', [code])
  const id = newId(now)
  const last = sql<number>`(select least(coalesce(max(sort), 0) + 1, ${limits.largestSort})
    from menu_node where pid = ${application.id})`
  await db
    .insertInto('menu_node')
    .values({
      ...{ id, code, name: application.name, type: nodeTypes.directory },
      app_id: application.id,
      pid: application.id,
      sort: last,
      enabled: true,
      inside_flag: '1',
      create_type: fromPool,
      created_time: now,
    })
    .execute()
  return id
}

/** The directory keeps the application's code and name, unless somebody gave it a name of its own. */
export async function renameFolder(db: Queries, before: Named, after: Named): Promise<void> {
  const made = db
    .updateTable('menu_node')
    .where('app_id', '=', before.id)
    .where('create_type', '=', fromPool)
    .where('code', '=', codeOf(before))
  await made.where('name', '=', before.name).set({ name: after.name }).execute()
  if (codeOf(after) === codeOf(before)) return
  await requireFreeCodes(db, 'code', [codeOf(after)])
  await made.set({ code: codeOf(after) }).execute()
}

import { sql } from 'kysely'
import { limits } from '#contracts/limits'
import { nodeTypes } from '#contracts/menu'
import { entryName } from '#contracts/menu-entry-text'
import type { Queries } from '#platform/kernel/db/schema'
import { newId } from '#platform/kernel/ids'
import { requireFreeResourceCodes } from './codes.ts'
import type { Application } from './record.ts'

/** What the platform made for or of a resource, as against what people added ("1"). */
export const fromPool = '2'

type NamedApplication = Pick<Application, 'id' | 'name' | 'code'>

function codeOf({ code }: Pick<Application, 'code'>): string {
  return `${code}.pages`
}

/** An application may have a name that no directory may have. */
function nameOf(application: NamedApplication): string {
  return entryName(application.name, codeOf(application))
}

/** Nothing is shown at it: what stands first is the application's own. */
function pathOf(code: string): string {
  return `/${code.replaceAll('.', '/')}`
}

/** The directory for an application's pages, which cannot hang below the application itself; made where there is none. */
export async function pagesFolder(
  { db, now }: { db: Queries; now: Date },
  application: NamedApplication,
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
  await requireFreeResourceCodes(db, 'resourceIdList', [code])
  const id = newId(now)
  const last = sql<number>`(select least(coalesce(max(sort), 0) + 1, ${limits.largestSort})
    from menu_node where pid = ${application.id})`
  await db
    .insertInto('menu_node')
    .values({
      ...{ id, code, name: nameOf(application), type: nodeTypes.directory, path: pathOf(code) },
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
export async function renameFolder(
  db: Queries,
  before: NamedApplication,
  after: NamedApplication,
): Promise<void> {
  const made = db
    .updateTable('menu_node')
    .where('app_id', '=', before.id)
    .where('create_type', '=', fromPool)
    .where('code', '=', codeOf(before))
  await made
    .where('name', 'in', [before.name, nameOf(before)])
    .set({ name: nameOf(after) })
    .execute()
  const [code, next] = [codeOf(before), codeOf(after)]
  if (code === next) return
  await requireFreeResourceCodes(db, 'code', [next])
  await made
    .set((eb) => ({
      code: next,
      path: eb.case().when('path', '=', pathOf(code)).then(pathOf(next)).else(eb.ref('path')).end(),
    }))
    .execute()
}

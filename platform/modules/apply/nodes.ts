import { type Selectable, sql } from 'kysely'
import { nodeTypes } from '#contracts/menu'
import { entryDescription } from '#contracts/menu-entry-text'
import { resourcesWithin, withAllBelow } from '#platform/kernel/db/below'
import type { Queries, Schema } from '#platform/kernel/db/schema'
import { newId } from '#platform/kernel/ids'
import { inUse } from '#platform/kernel/refusal'
import { followedFields } from '#platform/modules/assets/followed'
import { rolesHolding } from '#platform/modules/menu/visible'
import { requireFreeResourceCodes } from './codes.ts'
import { entriesIn, orderedAmong, renumber } from './entry-order.ts'
import { fromPool, pagesFolder } from './pages-folder.ts'
import type { Application } from './record.ts'

export type Resource = Omit<Selectable<Schema['pool_resource']>, 'created_time'>
export interface Work {
  db: Queries
  now: Date
}
interface Place {
  app_id: string
  pid: string
}

/** Rows of an insert; a row has some fifteen parameters, and a statement takes 65,535. */
const batch = 1000

/**
 * Makes menu nodes of the resources that an application takes: each page in its folder, with its operations below.
 * The trees have to be locked. Throws a Refusal 409 that names the first code that the menu has already.
 */
export async function takeResources(
  { db, now }: Work,
  application: Pick<Application, 'id' | 'name' | 'code'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const resources = await resourcesWith(db, ids)
  const codes = resources.map((resource) => resource.code)
  await requireFreeResourceCodes(db, 'resourceIdList', codes)
  const folder = await pagesFolder({ db, now }, application)
  const pageOf = pagesAbove(resources)
  await makeNodes({ db, now }, resources, (resource, made) => ({
    app_id: application.id,
    pid: (resource.type === nodeTypes.button && made.get(pageOf(resource)?.id ?? '')) || folder,
  }))
  await sql`insert into application_resource (resource_id, app_id)
    select id, ${application.id} from unnest(${ids}::text[]) as taken (id)`.execute(db)
}

/** Of each resource the nearest page above it. A menu's parent is a directory (section 4): a page below a page stands beside it. */
export function pagesAbove(resources: readonly Resource[]) {
  const byId = new Map(resources.map((resource) => [resource.id, resource]))
  const pageOf = ({ pid }: Resource): Resource | undefined => {
    const above = byId.get(pid ?? '')
    return above === undefined || above.type === nodeTypes.menu ? above : pageOf(above)
  }
  return pageOf
}

/** Makes a node of each resource at its place, which is told the nodes' ids by resource; pages in the order of their folder. */
export async function makeNodes(
  { db, now }: Work,
  resources: readonly Resource[],
  placeOf: (resource: Resource, made: ReadonlyMap<string, string>) => Place,
): Promise<void> {
  const made = new Map(resources.map((resource) => [resource.id, newId(now)]))
  const rows = resources.map((resource) => ({
    id: made.get(resource.id) ?? '',
    ...placeOf(resource, made),
    ...ownFields(resource),
    enabled: true,
    inside_flag: '1',
    create_type: fromPool,
    resource_id: resource.id,
    created_time: now,
    system: resource.system_code,
  }))
  // Pages first: an operation refers to its page.
  rows.sort((one, other) => one.type - other.type)
  const pages = rows.filter((row) => row.type === nodeTypes.menu)
  for (const folder of new Set(pages.map((page) => page.pid))) {
    const added = pages.filter((page) => page.pid === folder)
    const numbers = orderedAmong(await entriesIn(db, folder), added)
    await renumber(db, numbers)
    for (const page of added) page.sort = numbers.get(page.id) ?? page.sort
  }
  for (let at = 0; at < rows.length; at += batch) {
    await db
      .insertInto('menu_node')
      .values(rows.slice(at, at + batch).map(({ system: _, ...row }) => row))
      .execute()
  }
}

function ownFields(resource: Resource) {
  const { type, code, description, sort } = resource
  return { type, code, sort, description: entryDescription(description), ...followedFields(resource) }
}

/** Takes the nodes of these resources out of the menu again. Throws a Refusal 409 while roles hold any of them. */
export async function dropResources(
  db: Queries,
  application: Pick<Application, 'id'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const resources = (await resourcesWith(db, ids)).map((resource) => resource.id)
  const start = sql`select id from menu_node where resource_id = any(${resources}) and app_id = ${application.id}`
  const { rows } = await sql<{ id: string }>`
    select id from menu_node where id in ${withAllBelow('menu_node', start)} order by id for update`.execute(
    db,
  )
  const nodes = rows.map((row) => row.id)
  const roles = await rolesHolding(db, nodes)
  if (roles > 0) throw inUse('resourcesInUse', { roles })
  await sql`delete from menu_node where id = any(${nodes})`.execute(db)
  await sql`delete from application_resource where resource_id = any(${ids})`.execute(db)
}

/**
 * Keeps discovery from changing these resources, and what is below them, to the end of the transaction. To be called
 * before any node is changed: discovery, too, takes resources first, in this order, and then the nodes made of them.
 */
export async function lockResources(db: Queries, ids: readonly string[]): Promise<void> {
  const resources = (await resourcesWith(db, ids)).map((resource) => resource.id)
  await sql`select id from pool_resource where id = any(${resources}) order by sort, id for share`.execute(db)
}

/** These resources with all below them. */
async function resourcesWith(db: Queries, ids: readonly string[]): Promise<Resource[]> {
  const { rows } = await sql<Resource>`
    select * from pool_resource where id in ${resourcesWithin(ids)} order by code`.execute(db)
  return rows
}

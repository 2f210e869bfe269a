import { sql } from 'kysely'
import { nodeTypes } from '#contracts/menu'
import { permissionKey } from '#contracts/permission'
import type { Queries } from '#platform/kernel/db/schema'
import { usedCodes } from './codes.ts'
import { makeNodes, pagesAbove, type Resource, type Work } from './nodes.ts'

interface Known {
  id: string
  app_id: string
  pid: string
  type: number
}

/**
 * What a system gains below a page that an application has taken gets its nodes below and beside that page's, as if it had
 * been taken with it. `resources` are all of the system; `placed` are those that are new where they hang, with what they hung
 * below before. What was there already and has no node was taken out of the menu by somebody, and stays out; a code that
 * the menu has stands for itself. The trees have to be locked. Gives the codes of the new nodes.
 */
export async function takeGained(
  { db, now }: Work,
  resources: readonly Resource[],
  placed: ReadonlyMap<string, string | null>,
): Promise<string[]> {
  const known = placed.size === 0 ? new Map<string, Known>() : await lockedNodes(db, resources)
  if (known.size === 0) return []
  const missing = resources.filter(({ id }) => !known.has(id))
  const used = await usedCodes(
    db,
    missing.map(({ code }) => code),
  )
  const pageOf = pagesAbove(resources)
  const isNew = ({ id }: Resource) => placed.has(id) && !known.has(placed.get(id) ?? '')
  /** The node of the nearest page above that has one, where the resource comes along with it. */
  const homeOf = (resource: Resource): Known | undefined => {
    const page = pageOf(resource)
    if (page === undefined || used.has(permissionKey(resource.code))) return undefined
    const node = known.get(page.id)
    if (node === undefined) return homeOf(page)
    return isNew(resource) && node.type === nodeTypes.menu ? node : undefined
  }
  const homes = new Map<string, Known>()
  for (const resource of missing) {
    const home = homeOf(resource)
    if (home !== undefined) homes.set(resource.id, home)
  }
  const gained = missing.filter(({ id }) => homes.has(id))
  await makeNodes({ db, now }, gained, (resource, made) => {
    const { id, app_id, pid } = homes.get(resource.id) as Known
    const page = made.get(pageOf(resource)?.id ?? '') ?? id
    return { app_id, pid: resource.type === nodeTypes.button ? page : pid }
  })
  return gained.map(({ code }) => code)
}

/** The nodes made of resources, by these. Locked as whoever changes one has it, before the revision. */
async function lockedNodes(db: Queries, resources: readonly Resource[]): Promise<Map<string, Known>> {
  const { rows } = await sql<Known & { resource_id: string }>`
    select id, app_id, pid, type, resource_id from menu_node
    where resource_id = any(${resources.map(({ id }) => id)}) order by id for no key update`.execute(db)
  return new Map(rows.map(({ resource_id, ...node }) => [resource_id, node]))
}

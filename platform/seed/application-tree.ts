import { nodeTypes } from '#contracts/menu'
import type { Queries } from '#platform/kernel/db/schema'
import { pathOf } from '#platform/modules/image/stored'
import { lockTrees } from '#platform/modules/menu/visible'
import { type Missing, missingNodes, type NodeRow } from './missing-nodes.ts'
import type { ApplicationSeed, SeedNode } from './seed-node.ts'
import { seedResources } from './seed-resources.ts'
import { standingNodes } from './standing-nodes.ts'

export interface Seeded extends Pick<Missing, 'ids' | 'taken'> {
  /** The codes that were missing, and are there now. */
  added: string[]
}

/**
 * Stores what is missing of an application and its tree, whose pages are resources that it has taken from the pool.
 * What is there stays as it is, and where it is. Has to run in a transaction.
 */
export async function seedApplication(
  db: Queries,
  now: Date,
  newId: () => string,
  application: ApplicationSeed,
): Promise<Seeded> {
  await lockTrees(db)
  const standing = await standingNodes(db, [application.code, ...codesOf(application.below)])
  const { rows, ids, taken } = missingNodes(application, standing, now, newId)
  const rootId = ids.get(application.code)
  if (rootId === undefined) return { ids, taken, added: [] }
  const resources = await seedResources(db, newId, rows, standing.nodes)
  if (rows.length > 0) {
    await db
      .insertInto('menu_node')
      .values(rows.map((row) => ({ ...row, resource_id: resources.get(row.id) ?? null })))
      .execute()
  }
  if (standing.withCode(application.code) === undefined) await seedOwnFields(db, rootId, application)
  await takePages(db, rows, resources)
  await giveIcon(db, now, newId(), rootId, application)
  return { ids, taken, added: rows.map((row) => row.code) }
}

function codesOf(nodes: readonly SeedNode[]): string[] {
  return nodes.flatMap(({ code, below = [] }) => [code, ...codesOf(below)])
}

async function seedOwnFields(
  db: Queries,
  id: string,
  { openMode, appUrlAddress, themeCode }: ApplicationSeed,
): Promise<void> {
  await db
    .insertInto('application')
    .values({
      ...{ id, type: '0', app_mode: '1', open_mode: openMode },
      app_url_address: appUrlAddress ?? null,
      theme_code: themeCode ?? null,
    })
    .execute()
}

/** A page belongs to the application in whose tree it hangs, unless another has taken its resource. */
async function takePages(
  db: Queries,
  rows: readonly NodeRow[],
  resources: ReadonlyMap<string, string>,
): Promise<void> {
  const pages = rows.flatMap(({ id, app_id, type }) => {
    const resource = type === nodeTypes.menu ? resources.get(id) : undefined
    return resource === undefined ? [] : [{ resource_id: resource, app_id }]
  })
  if (pages.length === 0) return
  await db
    .insertInto('application_resource')
    .values(pages)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** An application without a picture, which its form asks for, gets its own. */
async function giveIcon(
  db: Queries,
  now: Date,
  id: string,
  rootId: string,
  { icon }: ApplicationSeed,
): Promise<void> {
  const bare = await db
    .selectFrom('menu_node')
    .where('id', '=', rootId)
    .where('icon', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (bare === undefined) return
  const image = { id, type: 'image/png', bytes: icon, account_id: '', created_time: now }
  await db
    .insertInto('image')
    .values(image)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .updateTable('menu_node')
    .set({ icon: pathOf(id) })
    .where('id', '=', rootId)
    .execute()
}

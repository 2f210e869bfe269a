import { sql } from 'kysely'
import { codes } from '#contracts/envelope'
import { deleted, menu, menuParentFault, restore } from '#contracts/menu'
import type { Reach } from '#platform/kernel/auth/authority'
import {
  oncePerSystem,
  requireMayChange,
  requireMayName,
  requireMayTake,
} from '#platform/kernel/auth/shared-objects'
import { deletedRecords, keepDeleted, takeFromBin } from '#platform/kernel/bin'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { onDuplicate, Refusal, taken } from '#platform/kernel/refusal'
import { usedCodes } from '#platform/modules/apply/codes'
import { isTooDeep, tooDeep } from './place.ts'
import { lockTrees, managedNodes } from './visible.ts'

export const codeTaken = onDuplicate(menu, { menu_node_code_key: ['code', 'menuCodeTaken'] })

/** Before the rows of an entry and of all below it go; no role holds any of them. */
export async function keepEntry(
  call: Reach & { now: Date },
  { id, name }: { id: string; name: string },
  ids: readonly string[],
): Promise<void> {
  const { rows: taken } = await sql<{ id: string }>`
    select resource_id as id from menu_node where id = any(${[...ids]}::text[]) and resource_id is not null`.execute(
    call.db,
  )
  await keepDeleted(call, {
    ...{ kind: 'menu', id, name, orgIds: [], names: [] },
    parts: [
      ['menu_node', 'id', ids],
      ['application_resource', 'resource_id', taken.map((resource) => resource.id)],
    ],
  })
}

export const menuBinRoutes: readonly Route[] = [
  handle(deleted, (call) => deletedRecords(call, 'menu')),

  handle(restore, async (call) => {
    const { db, params, changed } = call
    const { id } = params
    await lockTrees(db)
    const kept = await takeFromBin(call, 'menu', id)
    const [entry] = kept.rows('menu_node').filter((row) => row.id === id)
    const parent = await managedNodes(call)
      .where('n.id', '=', String(entry?.pid))
      .select(['n.id', 'n.type', 'n.app_id'])
      .executeTakeFirst()
    if (parent === undefined) throw new Refusal(codes.conflict, 'restoreParent')
    await requireMayChange(call, { application: parent.app_id })
    if (menuParentFault(Number(entry?.type), parent.type) !== undefined) {
      throw new Refusal(codes.conflict, 'restorePlace')
    }
    const codesOf = kept.ids('menu_node', 'code')
    for (const code of oncePerSystem(codesOf)) await requireMayName(call, code)
    if ((await usedCodes(db, codesOf)).size > 0) throw taken('code', 'menuCodeTaken')
    await kept.forget('menu_node', 'resource_id', 'pool_resource')
    await kept.refer('application_resource', 'resource_id', 'pool_resource')
    await requireMayTake(call, kept.ids('application_resource', 'resource_id'))
    // What it hangs on may have been moved to another application.
    await kept.putBack('menu_node', { app_id: parent.app_id }).catch(codeTaken)
    if (await isTooDeep(db, parent.id, id)) throw new Refusal(codes.conflict, 'menuTooDeep', tooDeep)
    // Another application may have taken a resource meanwhile.
    const isTaken = sql<boolean>`exists (select 1 from application_resource t where t.resource_id = kept.resource_id)`
    await kept.putBack('application_resource', { app_id: parent.app_id }, isTaken)
    changed({ subject: { id, name: kept.name } })
    return { left: kept.left }
  }),
]

import { codes } from '#contracts/envelope'
import * as roles from '#contracts/role'
import { requireCovered } from '#platform/authority'
import { isDuplicate } from '#platform/db/failures'
import type { Queries } from '#platform/db/schema'
import type { Routes } from '#platform/http/call'
import { requireUnchanged } from '#platform/http/edition'
import { handle } from '#platform/http/handle'
import { inUse, Refusal } from '#platform/http/refusal'
import { newId } from '#platform/ids'
import { knownOrganization } from '#platform/organization/known'
import { nodeChange, nodesToHold, storeNodes } from './nodes.ts'
import { holders, lockedRole, nodesOf, type Role, stateOf } from './visible.ts'

export function writeRoutes(routes: Routes): void {
  handle(routes, roles.add, async (call) => {
    const { db, scope, body, now, changed } = call
    requireCovered(scope, body.orgId)
    const organization = await knownOrganization(db, body.orgId)
    const nodes = await nodesToHold(call, body.orgId, body.resourceIdList, [])
    const role = { id: newId(now), name: body.name, description: body.description || null }
    await unlessTaken(
      db
        .insertInto('role')
        .values({ ...role, org_id: body.orgId, created_time: now })
        .execute(),
    )
    await storeNodes(db, role.id, [], nodes)
    const { after } = await nodeChange(db, [], nodes)
    changed({
      subject: { id: role.id, name: role.name },
      after: { ...stateOf(role, organization, nodes), resourceIdList: after },
    })
  })

  handle(routes, roles.update, async (call) => {
    const { db, scope, body, changed } = call
    const role = await lockedRole(call, body.id)
    requireCovered(scope, body.orgId)
    const stored = await nodesOf(db, role.id)
    const before = stateOf(role, { id: role.org_id, name: role.org_name }, stored)
    const summary = { count: stored.length, names: [] }
    await requireUnchanged(call, body.version, role.id, before, { summaries: { resourceIdList: summary } })
    const isMoved = body.orgId !== role.org_id
    if (isMoved) await requireMovable(db, role)
    const organization = await knownOrganization(db, body.orgId)
    const nodes = await nodesToHold(call, body.orgId, body.resourceIdList, stored, isMoved)
    const next = { name: body.name, description: body.description || null }
    await unlessTaken(
      db
        .updateTable('role')
        .set({ ...next, org_id: body.orgId, ...(isMoved && { dept_id: null }) })
        .where('id', '=', role.id)
        .execute(),
    )
    await storeNodes(db, role.id, stored, nodes)
    const change = await nodeChange(db, stored, nodes)
    changed({
      subject: { id: role.id, name: next.name },
      before: { ...before, resourceIdList: change.before },
      after: { ...stateOf(next, organization, nodes), resourceIdList: change.after },
    })
  })
}

/** Those who hold it are members of its organization, and need not be of another. */
async function requireMovable(db: Queries, role: Role): Promise<void> {
  const accounts = await holders(db, role.id)
  if (accounts > 0) throw inUse('roleStays', { accounts })
}

async function unlessTaken(statement: Promise<unknown>): Promise<void> {
  try {
    await statement
  } catch (error) {
    throw isDuplicate(error, 'role_name_key') ? new Refusal(codes.conflict, 'roleNameTaken') : error
  }
}

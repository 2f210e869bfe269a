import * as departments from '#contracts/department'
import { codes } from '#contracts/envelope'
import { requireCovered } from '#platform/authority'
import { isDuplicate } from '#platform/db/failures'
import type { Queries } from '#platform/db/schema'
import type { Routes } from '#platform/http/call'
import { requireUnchanged } from '#platform/http/edition'
import { handle } from '#platform/http/handle'
import { inUse, Refusal } from '#platform/http/refusal'
import { requireMayEnable } from '#platform/http/switch'
import { newId } from '#platform/ids'
import { knownOrganization } from '#platform/organization/known'
import { lockedDepartment, stateOf, usesOf } from './visible.ts'

export function writeRoutes(routes: Routes): void {
  handle(routes, departments.add, async (call) => {
    const { db, scope, body, now, changed } = call
    requireCovered(scope, body.orgId)
    const organization = await knownOrganization(db, body.orgId)
    const id = newId(now)
    const next = fieldsOf(body)
    await unlessTaken(
      db
        .insertInto('department')
        .values({ id, ...next, org_id: body.orgId, created_time: now })
        .execute(),
    )
    changed({ subject: { id, name: next.name }, after: stateOf(next, organization) })
  })

  handle(routes, departments.update, async (call) => {
    const { db, scope, body, changed } = call
    const department = await lockedDepartment(call, body.id)
    requireCovered(scope, body.orgId)
    const before = stateOf(department, { id: department.org_id, name: department.org_name })
    await requireUnchanged(call, body.version, department.id, before)
    if (body.enabled !== department.enabled) {
      await requireMayEnable(call, departments.updateEnable, department.org_id)
    }
    if (body.orgId !== department.org_id) await requireMovable(db, department.id)
    const organization = await knownOrganization(db, body.orgId)
    const next = fieldsOf(body)
    await unlessTaken(
      db
        .updateTable('department')
        .set({ ...next, org_id: body.orgId })
        .where('id', '=', department.id)
        .execute(),
    )
    changed({
      subject: { id: department.id, name: next.name },
      before,
      after: stateOf(next, organization),
    })
  })
}

function fieldsOf(body: {
  name: string
  code: string
  enabled: boolean
  remark?: string | null | undefined
}) {
  return { name: body.name, code: body.code, enabled: body.enabled, remark: body.remark || null }
}

/** Its accounts and roles belong to its organization, and need not to another. */
async function requireMovable(db: Queries, id: string): Promise<void> {
  const uses = await usesOf(db, id)
  if (uses.accounts + uses.roles > 0) throw inUse('departmentStays', uses)
}

async function unlessTaken(statement: Promise<unknown>): Promise<void> {
  try {
    await statement
  } catch (error) {
    throw isDuplicate(error, 'department_code_key')
      ? new Refusal(codes.conflict, 'departmentCodeTaken')
      : error
  }
}

import * as departments from '#contracts/department'
import type { Routes } from '#platform/http/call'
import { handle } from '#platform/http/handle'
import { inUse } from '#platform/http/refusal'
import { lockedDepartment, stateOf, usesOf } from './visible.ts'

export function stateRoutes(routes: Routes): void {
  handle(routes, departments.remove, async (call) => {
    const { db, params, changed } = call
    const department = await lockedDepartment(call, params.id)
    const uses = await usesOf(db, department.id)
    if (uses.accounts + uses.roles > 0) throw inUse('departmentInUse', uses)
    await db.deleteFrom('department').where('id', '=', department.id).execute()
    changed({
      subject: { id: department.id, name: department.name },
      before: stateOf(department, { id: department.org_id, name: department.org_name }),
    })
  })

  handle(routes, departments.updateEnable, async (call) => {
    const { db, query, changed } = call
    const department = await lockedDepartment(call, query.id)
    const { enabled } = query
    await db.updateTable('department').set({ enabled }).where('id', '=', department.id).execute()
    changed({
      subject: { id: department.id, name: department.name },
      before: { enabled: department.enabled },
      after: { enabled },
    })
  })
}

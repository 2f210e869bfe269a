import type { Selectable } from 'kysely'
import type * as z from 'zod/mini'
import * as departments from '#contracts/department'
import {
  absent,
  controlScope,
  controlWithin,
  type Reach,
  requireCovered,
  within,
} from '#platform/kernel/auth/authority'
import { contains, is, pageOf } from '#platform/kernel/db/list'
import type { Queries, Schema } from '#platform/kernel/db/schema'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { requireMayEnable } from '#platform/kernel/http/switch'
import { type Reference, requireUnchanged, type State, versionOf } from '#platform/kernel/http/version'
import { newId } from '#platform/kernel/ids'
import { onDuplicate } from '#platform/kernel/refusal'
import { requireUnused, type Uses } from '#platform/kernel/uses'
import { knownOrganization } from '#platform/modules/organization/known'

type Department = Selectable<Schema['department']> & { org_name: string }

const writes = [departments.update, departments.updateEnable, departments.remove]
const codeTaken = onDuplicate({ department_code_key: ['code', 'departmentCodeTaken'] })

export const departmentRoutes: readonly Route[] = [
  handle(departments.list, async (call) => {
    const { db, scope, query } = call
    const found = departmentRows(db)
      .where(within(scope, 'd.org_id'))
      .where(contains(query.name, 'd.name', 'd.code', 'o.name'))
      .where(is(query.enabled, 'd.enabled'))
    const rows = found
      .select(['d.id', 'd.name', 'd.code', 'd.org_id as orgId', 'o.name as orgName', 'd.enabled', 'd.remark'])
      .select(controlWithin(await controlScope(call, writes), 'd.org_id').as('isControl'))
      .orderBy('d.created_time', 'desc')
      .orderBy('d.id', 'desc')
    return pageOf(query, found, rows)
  }),

  handle(departments.detail, async (call) => {
    const department = await visibleDepartment(call, call.params.id)
    const { id, name, code, enabled, remark, org_id: orgId, org_name: orgName } = department
    const version = versionOf(stateOf(department, organizationOf(department)), call.now)
    return { id, name, code, orgId, orgName, enabled, remark, version }
  }),

  handle(departments.listByOrganization, async ({ db, scope, query }) => {
    requireCovered(scope, query.orgId)
    return db
      .selectFrom('department')
      .where('org_id', '=', query.orgId)
      .where('enabled', '=', true)
      .orderBy('created_time', 'desc')
      .orderBy('id', 'desc')
      .select(['id', 'name'])
      .execute()
  }),

  handle(departments.add, async (call) => {
    const { db, scope, body, now, changed } = call
    requireCovered(scope, body.orgId)
    const organization = await knownOrganization(db, body.orgId)
    const department = { id: newId(now), ...fieldsOf(body), org_id: body.orgId, created_time: now }
    await db.insertInto('department').values(department).execute().catch(codeTaken)
    changed({ subject: department, after: stateOf(department, organization) })
  }),

  handle(departments.update, async (call) => {
    const { db, scope, body, changed } = call
    const department = await lockedDepartment(call, body.id)
    const { id, org_id } = department
    requireCovered(scope, body.orgId)
    const before = stateOf(department, organizationOf(department))
    await requireUnchanged(call, body.version, id, before)
    if (body.enabled !== department.enabled) await requireMayEnable(call, departments.updateEnable, org_id)
    if (body.orgId !== org_id) await requireUnused(db, id, departmentUses, 'departmentStays')
    const organization = await knownOrganization(db, body.orgId)
    const next = { ...fieldsOf(body), org_id: body.orgId }
    await db.updateTable('department').set(next).where('id', '=', id).execute().catch(codeTaken)
    changed({ subject: { id, name: next.name }, before, after: stateOf(next, organization) })
  }),

  handle(departments.remove, async (call) => {
    const { db, params, changed } = call
    const department = await lockedDepartment(call, params.id)
    await requireUnused(db, department.id, departmentUses, 'departmentInUse')
    await db.deleteFrom('department').where('id', '=', department.id).execute()
    changed({ subject: department, before: stateOf(department, organizationOf(department)) })
  }),

  handle(departments.updateEnable, async (call) => {
    const { db, query, changed } = call
    const department = await lockedDepartment(call, query.id)
    const { enabled } = query
    await db.updateTable('department').set({ enabled }).where('id', '=', department.id).execute()
    changed({ subject: department, before: { enabled: department.enabled }, after: { enabled } })
  }),
]

function fieldsOf({ name, code, enabled, remark }: z.output<typeof departments.departmentForm>) {
  return { name, code, enabled, remark: remark || null }
}

function stateOf(department: ReturnType<typeof fieldsOf>, organization: Reference): State {
  const { name, code, enabled, remark } = department
  return { name, code, orgId: organization, enabled, remark }
}

function organizationOf({ org_id, org_name }: Department): Reference {
  return { id: org_id, name: org_name }
}

function departmentRows(db: Queries) {
  return db.selectFrom('department as d').innerJoin('organization as o', 'o.id', 'd.org_id')
}

/** The department, when its organization lies in the scope. Throws a Refusal 403, or 404 where a super administrator names an unknown id. */
async function visibleDepartment({ db, person, scope }: Reach, id: string): Promise<Department> {
  const department = await departmentRows(db)
    .where('d.id', '=', id)
    .selectAll('d')
    .select('o.name as org_name')
    .executeTakeFirst()
  if (department === undefined) throw absent(person)
  requireCovered(scope, department.org_id)
  return department
}

/** The same, locked to the end of the transaction, so that two changes of one department follow each other. */
async function lockedDepartment(reach: Reach, id: string): Promise<Department> {
  await reach.db.selectFrom('department').where('id', '=', id).select('id').forUpdate().execute()
  return visibleDepartment(reach, id)
}

/** Accounts and roles of a department belong to its organization, and need not to another: it stays there with them. */
export const departmentUses: Uses = {
  accounts: { table: 'membership', column: 'dept_id' },
  roles: { table: 'role', column: 'dept_id' },
}

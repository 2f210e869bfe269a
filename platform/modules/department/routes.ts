import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { binCallNames } from '#contracts/bin'
import * as departments from '#contracts/department'
import {
  controlOf,
  controlScope,
  controlWithin,
  type DataReach,
  requireCovered,
  seesAccount,
  within,
} from '#platform/kernel/auth/authority'
import { contains, is, orderOf } from '#platform/kernel/db/list'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { handleList } from '#platform/kernel/http/list-route'
import { requireMayEnable } from '#platform/kernel/http/switch'
import { type Reference, requireUnchanged, type State, versionOf } from '#platform/kernel/http/version'
import { newId } from '#platform/kernel/ids'
import { type Impacts, impactOf, impactOfMany, personName } from '#platform/kernel/impact'
import { lockedIn, organizationOf, visibleIn } from '#platform/kernel/of-organization'
import { requireUnused } from '#platform/kernel/uses'
import { knownOrganization } from '#platform/modules/organization/known'
import { codeTaken, departmentBinRoutes, keepDepartment } from './bin.ts'

const writes = [departments.update, departments.updateEnable, departments.remove]
const sortColumns = { name: sql`lower(d.name)`, code: sql`lower(d.code)`, createdTime: sql`d.created_time` }

const kinds: Impacts<unknown>['remove']['kinds'] = async (call, ids) => ({
  members: sql`
    select distinct ${await personName(call)} as name, a.id from membership m join account a on a.id = m.account_id
    where m.dept_id = any(${ids}) and ${seesAccount(call)}`,
  roles: sql`select r.name from role r where r.dept_id = any(${ids})`,
})
const impacts: Impacts<{ id: string; enabled: boolean }> = {
  visible: (call, id) => visibleIn(call, 'department', id),
  disable: { by: departments.updateEnable, kinds },
  remove: {
    by: departments.remove,
    kinds,
    rules: ({ db }, { id }) => requireUnused(db, departments.department, id),
  },
}

export const departmentRoutes: readonly Route[] = [
  handleList(departments.list, async (call) => {
    const { db, scope, query } = call
    const all = db.selectFrom('department as d')
    const found = all
      .where(within(scope, 'd.org_id'))
      .where(await matches(call, query.name))
      .where(is(query.enabled, 'd.enabled'))
    const order = orderOf(query.sort, sortColumns, 'd')
    const editable = await controlScope(call, writes)
    const told = (departments: typeof all) =>
      departments
        .innerJoin('organization as o', 'o.id', 'd.org_id')
        .select(['d.id', 'd.name', 'd.code', 'd.org_id as orgId', 'o.name as orgName'])
        .select(['d.enabled', 'd.remark', controlWithin(editable, 'd.org_id').as('isControl')])
        .orderBy(order)
    return {
      found,
      rows: told(found),
      calls: binCallNames,
      place: { key: 'd.id', order, told: told(all) },
    }
  }),

  handle(departments.detail, async (call) => {
    const department = await visibleIn(call, 'department', call.params.id)
    const { id, name, code, enabled, remark, org_id: orgId, org_name: orgName } = department
    const version = versionOf(stateOf(department, organizationOf(department)), call.now)
    const isControl = controlOf(await controlScope(call, writes), orgId)
    return { id, name, code, orgId, orgName, enabled, remark, isControl, version }
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

  // Accounts and roles of a department belong to its organization, and need not to another: it stays there with them.
  handle(departments.update, async (call) => {
    const { db, scope, body, changed } = call
    const department = await lockedIn(call, 'department', body.id)
    const { id, org_id } = department
    requireCovered(scope, body.orgId)
    const before = stateOf(department, organizationOf(department))
    await requireUnchanged(call, body.version, id, before)
    if (body.enabled !== department.enabled) await requireMayEnable(call, departments.updateEnable, org_id)
    if (body.orgId !== org_id) await requireUnused(db, departments.department, id, { message: 'usedStays' })
    const organization = await knownOrganization(db, body.orgId)
    const next = { ...fieldsOf(body), org_id: body.orgId }
    await db.updateTable('department').set(next).where('id', '=', id).execute().catch(codeTaken)
    changed({ subject: { id, name: next.name }, before, after: stateOf(next, organization) })
  }),

  handle(departments.impact, (call) => impactOf(call, call.params.id, impacts)),
  handle(departments.impactOfMany, (call) => impactOfMany(call, call.body.ids, impacts)),

  handle(departments.remove, async (call) => {
    const { db, params, changed } = call
    const department = await lockedIn(call, 'department', params.id)
    await requireUnused(db, departments.department, department.id)
    await keepDepartment(call, department)
    await db.deleteFrom('department').where('id', '=', department.id).execute()
    changed({ subject: department, before: stateOf(department, organizationOf(department)) })
  }),

  handle(departments.updateEnable, async (call) => {
    const { db, query, changed } = call
    const department = await lockedIn(call, 'department', query.id)
    const { enabled } = query
    await db.updateTable('department').set({ enabled }).where('id', '=', department.id).execute()
    changed({ subject: department, before: { enabled: department.enabled }, after: { enabled } })
  }),

  ...departmentBinRoutes,
]

function fieldsOf({ name, code, enabled, remark }: z.output<typeof departments.departmentForm>) {
  return { name, code, enabled, remark: remark || null }
}

function stateOf(department: ReturnType<typeof fieldsOf>, organization: Reference): State {
  const { name, code, enabled, remark } = department
  return { name, code, orgId: organization, enabled, remark }
}

/** What a department `d` or its organization is called, or its code. */
async function matches({ db, scope }: DataReach, text: string | undefined): Promise<RawBuilder<boolean>> {
  if (!text) return sql<boolean>`true`
  // Asked before, so that the planner sees how many they are.
  const places = await db
    .selectFrom('organization as o')
    .where(within(scope, 'o.id'))
    .where(contains(text, 'o.name'))
    .select('o.id')
    .execute()
  const ids = places.map(({ id }) => id)
  return sql<boolean>`(${contains(text, 'd.name', 'd.code')} or d.org_id = any(${ids}))`
}

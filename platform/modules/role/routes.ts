import { type Selectable, sql } from 'kysely'
import type * as z from 'zod/mini'
import { binCallNames } from '#contracts/bin'
import * as roles from '#contracts/role'
import {
  controlOf,
  controlScope,
  controlWithin,
  requireCovered,
  seesAccount,
  within,
} from '#platform/kernel/auth/authority'
import { contains, orderOf } from '#platform/kernel/db/list'
import type { Queries, Schema } from '#platform/kernel/db/schema'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { handleList } from '#platform/kernel/http/list-route'
import { type Reference, requireUnchanged, type State, versionOf } from '#platform/kernel/http/version'
import { newId } from '#platform/kernel/ids'
import { type Impacts, impactOf, impactOfMany, personName } from '#platform/kernel/impact'
import { lockedIn, type OfOrganization, organizationOf, visibleIn } from '#platform/kernel/of-organization'
import { inUse } from '#platform/kernel/refusal'
import { keepingOwnRoles, requireAnotherOwn } from '#platform/modules/account/own-roles'
import { knownOrganization } from '#platform/modules/organization/known'
import { keepRole, nameTaken, roleBinRoutes } from './bin.ts'
import { effectOf } from './effect.ts'
import { nodeChange, nodesOf, nodesToHold, storeNodes } from './nodes.ts'

const writes = [roles.update, roles.remove]
const sortColumns = { name: sql`lower(r.name)`, createdTime: sql`r.created_time` }

const impacts: Impacts<Pick<OfOrganization<'role'>, 'id' | 'org_id'>> = {
  visible: (call, id) => visibleIn(call, 'role', id),
  remove: {
    by: roles.remove,
    kinds: async (call, ids) => ({
      people: sql`
        select distinct ${await personName(call)} as name, a.id from account_role ar join account a on a.id = ar.account_id
        where ar.role_id = any(${ids}) and ${seesAccount(call)}`,
    }),
    rules: (call, { id, org_id }, gone) => requireAnotherOwn(call, id, org_id, gone),
  },
}

export const roleRoutes: readonly Route[] = [
  handleList(roles.list, async (call) => {
    const { db, scope, query } = call
    const all = db.selectFrom('role as r')
    const found = all.where(within(scope, 'r.org_id')).where(contains(query.roleName, 'r.name'))
    const order = orderOf(query.sort, sortColumns, 'r')
    const editable = await controlScope(call, writes)
    const told = (roles: typeof all) =>
      roles
        .innerJoin('organization as o', 'o.id', 'r.org_id')
        .select(['r.id', 'r.name', 'r.org_id as orgId', 'o.name as orgName', 'r.description'])
        .select(['r.role_type as roleType', 'r.leader', 'r.dept_id as deptId'])
        .select(controlWithin(editable, 'r.org_id').as('isControl'))
        .orderBy(order)
    return {
      found,
      rows: told(found),
      calls: binCallNames,
      place: { key: 'r.id', order, told: told(all) },
    }
  }),

  handle(roles.detail, async (call) => {
    const { db, now, params } = call
    const role = await visibleIn(call, 'role', params.id)
    const nodes = await nodesOf(db, role.id)
    const { id, name, description, leader } = role
    return {
      ...{ id, name, description, leader },
      orgId: role.org_id,
      orgName: role.org_name,
      roleType: role.role_type,
      deptId: role.dept_id,
      isControl: controlOf(await controlScope(call, writes), role.org_id),
      resourceIdList: nodes,
      accountCount: await holders(db, id),
      version: versionOf(stateOf(role, organizationOf(role), nodes), now),
    }
  }),

  handle(roles.add, async (call) => {
    const { db, scope, body, now, changed } = call
    requireCovered(scope, body.orgId)
    const organization = await knownOrganization(db, body.orgId)
    const nodes = await nodesToHold(call, body.orgId, body.resourceIdList, [])
    const role = { id: newId(now), ...fieldsOf(body), created_time: now }
    await db.insertInto('role').values(role).execute().catch(nameTaken)
    await storeNodes(db, role.id, [], nodes)
    const { after } = await nodeChange(db, [], nodes)
    changed({ subject: role, after: stateOf(role, organization, after) })
  }),

  handle(roles.update, async (call) => {
    const { db, scope, body, changed } = call
    const role = await lockedIn(call, 'role', body.id)
    const { id } = role
    requireCovered(scope, body.orgId)
    const stored = await nodesOf(db, id)
    const before = stateOf(role, organizationOf(role), stored)
    const summary = { count: stored.length, names: [] }
    await requireUnchanged(call, body.version, id, before, { summaries: { resourceIdList: summary } })
    const isMoved = body.orgId !== role.org_id
    // Those who hold it are members of its organization, and need not be of another.
    const accounts = isMoved ? await holders(db, id) : 0
    if (accounts > 0) throw inUse('roleStays', { accounts })
    const organization = await knownOrganization(db, body.orgId)
    const nodes = await nodesToHold(call, body.orgId, body.resourceIdList, stored, isMoved)
    const next = { ...fieldsOf(body), ...(isMoved && { dept_id: null }) }
    await db.updateTable('role').set(next).where('id', '=', id).execute().catch(nameTaken)
    await storeNodes(db, id, stored, nodes)
    const change = await nodeChange(db, stored, nodes)
    changed({
      subject: { id, name: next.name },
      before: { ...before, resourceIdList: change.before },
      after: stateOf(next, organization, change.after),
    })
  }),

  handle(roles.effect, async (call) => {
    const { db, body } = call
    const role = await visibleIn(call, 'role', body.id)
    const stored = await nodesOf(db, role.id)
    const nodes = await nodesToHold(call, role.org_id, body.resourceIdList, stored)
    return effectOf(db, role, stored, nodes)
  }),

  handle(roles.impact, (call) => impactOf(call, call.params.id, impacts)),
  handle(roles.impactOfMany, (call) => impactOfMany(call, call.body.ids, impacts)),

  handle(roles.remove, async (call) => {
    const { db, params, changed } = call
    const role = await lockedIn(call, 'role', params.id)
    const nodes = await nodesOf(db, role.id)
    const accounts = await holders(db, role.id)
    await keepRole(call, role)
    // What it grants and who holds it goes with it, by the references of the tables.
    await keepingOwnRoles(call, () => db.deleteFrom('role').where('id', '=', role.id).execute())
    const { before } = await nodeChange(db, nodes, [])
    changed({ subject: role, before: { ...stateOf(role, organizationOf(role), before), accounts } })
  }),

  ...roleBinRoutes,
]

function fieldsOf({ name, description, orgId }: z.output<typeof roles.roleForm>) {
  return { name, description: description || null, org_id: orgId }
}

/** `nodes` are the ids of those that it holds; the operation log keeps a summary of them. */
function stateOf(
  { name, description }: Pick<Selectable<Schema['role']>, 'name' | 'description'>,
  organization: Reference,
  nodes: unknown,
): State {
  return { name, orgId: organization, description, resourceIdList: nodes }
}

async function holders(db: Queries, roleId: string): Promise<number> {
  const { count } = await db
    .selectFrom('account_role')
    .where('role_id', '=', roleId)
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .executeTakeFirstOrThrow()
  return count
}

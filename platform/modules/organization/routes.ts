import { type RawBuilder, type Selectable, sql } from 'kysely'
import type * as z from 'zod/mini'
import { binCallNames } from '#contracts/bin'
import type { Endpoint } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import * as organizations from '#contracts/organization'
import {
  absent,
  controlOf,
  controlScope,
  controlWithin,
  type Person,
  type Reach,
  requireSeen,
  type Scope,
  scopeOf,
  within,
} from '#platform/kernel/auth/authority'
import { madeIn } from '#platform/kernel/auth/shared-objects'
import { contains, is, orderOf } from '#platform/kernel/db/list'
import type { Queries, Schema } from '#platform/kernel/db/schema'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { handleList } from '#platform/kernel/http/list-route'
import { requireMayEnable, requireSwitch } from '#platform/kernel/http/switch'
import { requireUnchanged, type State, versionOf } from '#platform/kernel/http/version'
import { newId } from '#platform/kernel/ids'
import { type Impacts, impactOf, impactOfMany, personName } from '#platform/kernel/impact'
import { badField, Refusal } from '#platform/kernel/refusal'
import { requireUnused, type Uncounted } from '#platform/kernel/uses'
import { codeTaken, keepOrganization, organizationBinRoutes } from './bin.ts'
import { addOwner } from './owner.ts'

type Organization = Selectable<Schema['organization']>

const writes = [organizations.update, organizations.updateEnable, organizations.remove]
const sortColumns = { name: sql`lower(o.name)`, code: sql`lower(o.code)`, createdTime: sql`o.created_time` }

/** Who of those that only these organizations, or others too, let in. Bare `exists`: everybody is then compared at once, not one by one. */
const people = (name: RawBuilder<unknown>, ids: readonly string[], rest: 'exists' | 'not exists') => sql`
  select distinct ${name} as name, a.id from membership m join account a on a.id = m.account_id
  where m.org_id = any(${ids}) and a.enabled and not a.super and ${sql.raw(rest)} (
    select 1 from membership other join organization o on o.id = other.org_id
    where other.account_id = m.account_id and o.enabled and o.id <> all(${ids}))`
const touched: Impacts<Organization>['remove']['kinds'] = async (call, ids) => {
  const name = await personName(call)
  return { entry: people(name, ids, 'not exists'), members: people(name, ids, 'exists') }
}
async function requireDispensable(
  reach: Reach,
  { id }: { id: string },
  gone: readonly string[] = [],
): Promise<void> {
  requireNotWithin(reach, id)
  await requireNotLast(reach.db, id, gone)
}
const impacts: Impacts<Organization> = {
  isWider: true,
  visible: (call, id, by = organizations.impact) => visibleOrganization(call, by, id),
  disable: { by: organizations.updateEnable, kinds: touched, rules: requireDispensable },
  remove: {
    by: organizations.remove,
    kinds: async (call, ids) => ({
      ...(await touched(call, ids)),
      departments: sql`select name from department where org_id = any(${ids})`,
      roles: sql`select name from role where org_id = any(${ids})`,
    }),
    rules: async (call, organization, gone) => {
      await requireUnused(call.db, organizations.organization, organization.id, { but: ownIn(call.person) })
      await requireDispensable(call, organization, gone)
    },
  },
}

export const organizationRoutes: readonly Route[] = [
  handleList(organizations.list, async (call) => {
    const { db, query } = call
    const found = db
      .selectFrom('organization as o')
      .where(within(await managed(call, organizations.list), 'o.id'))
      .where(contains(query.name, 'o.name', 'o.code'))
      .where(is(query.enabled, 'o.enabled'))
    const rows = found
      .select(['o.id', 'o.name', 'o.code', 'o.remark', 'o.enabled'])
      .select(controlWithin(await controlScope(call, writes, { disabledToo: true }), 'o.id').as('isControl'))
      .orderBy(orderOf(query.sort, sortColumns, 'o'))
    return { found, rows, calls: binCallNames }
  }),

  handle(organizations.detail, async (call) => {
    const organization = await visibleOrganization(call, organizations.detail, call.params.id)
    const { id, name, code, remark, enabled } = organization
    const isControl = controlOf(await controlScope(call, writes, { disabledToo: true }), id)
    const version = versionOf(stateOf(organization), call.now)
    return { id, name, code, remark, enabled, isControl, version }
  }),

  handle(organizations.add, async (call) => {
    const { db, body, now, changed } = call
    const organization = { id: newId(now), ...fieldsOf(body), created_time: now, made_in: madeIn(call) }
    await db.insertInto('organization').values(organization).execute().catch(codeTaken)
    const owner = await addOwner(call, organization.id)
    changed({ subject: organization, after: { ...stateOf(organization), ...owner } })
  }),

  handle(organizations.update, async (call) => {
    const { db, body, changed } = call
    const organization = await lockedOrganization(call, organizations.update, body.id)
    const { id } = organization
    const before = stateOf(organization)
    await requireUnchanged(call, body.version, id, before)
    if (body.code !== organization.code) throw badField('code', 'codeFixed')
    if (body.enabled !== organization.enabled) {
      await requireMayEnable(call, organizations.updateEnable, id)
      if (!body.enabled) await requireDispensable(call, organization)
    }
    const next = fieldsOf(body)
    await db.updateTable('organization').set(next).where('id', '=', id).execute()
    changed({ subject: { id, name: next.name }, before, after: stateOf(next) })
  }),

  handle(organizations.updateEnable, async (call) => {
    const { db, changed } = call
    const { id, enabled } = requireSwitch(call)
    const organization = await lockedOrganization(call, organizations.updateEnable, id)
    if (!enabled) await requireDispensable(call, organization)
    await db.updateTable('organization').set({ enabled }).where('id', '=', organization.id).execute()
    changed({ subject: organization, before: { enabled: organization.enabled }, after: { enabled } })
  }),

  handle(organizations.impact, (call) => impactOf(call, call.params.id, impacts)),
  handle(organizations.impactOfMany, (call) => impactOfMany(call, call.body.ids, impacts)),

  handle(organizations.remove, async (call) => {
    const { db, person, params, changed } = call
    const organization = await lockedOrganization(call, organizations.remove, params.id)
    const { id } = organization
    await requireUnused(db, organizations.organization, id, { but: ownIn(person) })
    await requireDispensable(call, organization)
    await keepOrganization(call, organization)
    await db.deleteFrom('membership').where('org_id', '=', id).execute()
    await db.deleteFrom('role').where('org_id', '=', id).execute()
    // What was added in it belongs to where it was added itself.
    const { made_in } = organization
    await db.updateTable('organization').set({ made_in }).where('made_in', '=', id).execute()
    await db.deleteFrom('organization').where('id', '=', id).execute()
    changed({ subject: organization, before: stateOf(organization) })
  }),

  ...organizationBinRoutes,
]

function fieldsOf({ name, code, enabled, remark }: z.output<typeof organizations.organizationForm>) {
  return { name, code, enabled, remark: remark || null }
}

function stateOf({ name, code, enabled, remark }: ReturnType<typeof fieldsOf>): State {
  return { name, code, enabled, remark }
}

/** The organizations that the caller manages by this call, disabled ones too, so that they can enable them again. */
async function managed({ db, person }: Pick<Reach, 'db' | 'person'>, endpoint: Endpoint): Promise<Scope> {
  return scopeOf(db, person, endpoint.permissions, { disabledToo: true })
}

/** Throws a Refusal 403, or 404 where a super administrator names an unknown id. */
async function visibleOrganization(reach: Reach, endpoint: Endpoint, id: string): Promise<Organization> {
  const row = await reach.db.selectFrom('organization').where('id', '=', id).selectAll().executeTakeFirst()
  if (row === undefined) throw absent(reach.person)
  requireSeen(await managed(reach, endpoint), row.id)
  return row
}

/** The same, locked to the end of the transaction: nothing is hung on it meanwhile. */
async function lockedOrganization(reach: Reach, endpoint: Endpoint, id: string): Promise<Organization> {
  await reach.db.selectFrom('organization').where('id', '=', id).select('id').forUpdate().execute()
  return visibleOrganization(reach, endpoint, id)
}

/** Nobody but a super administrator disables or deletes the organization that they are working in. */
function requireNotWithin({ person, business }: Reach, id: string): void {
  if (!person.superIdentification && business.orgId === id) {
    throw new Refusal(codes.conflict, 'ownOrganization')
  }
}

/** The last way in is never taken: whoever signs in enters an enabled organization. Two at once wait for each other. */
async function requireNotLast(db: Queries, id: string, gone: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('organization left enabled'))`.execute(db)
  const { rows } = await sql<{ last: boolean }>`
    select enabled and not exists (select 1 from organization where enabled and id <> all(${[id, ...gone]})) as last
    from organization where id = ${id}`.execute(db)
  if (rows[0]?.last) throw new Refusal(codes.conflict, 'lastOrganization')
}

/**
 * What does not keep an organization: the caller's own membership and the roles that they hold there only let them manage it,
 * and others than super administrators could never delete one that they added by mistake.
 */
function ownIn({ id }: Pick<Person, 'id'>): Uncounted {
  return {
    membership: sql`used.account_id = ${id}`,
    role: sql`exists (select 1 from account_role ar where ar.role_id = used.id and ar.account_id = ${id})`,
  }
}

import * as accounts from '#contracts/account'
import { requireCovered, scopeOf, within } from '#platform/authority'
import { containing, offsetOf } from '#platform/db/search'
import type { Routes } from '#platform/http/call'
import { versionOf } from '#platform/http/edition'
import { handle } from '#platform/http/handle'
import { stateOf } from './state-of.ts'
import { visibleAccount } from './visible.ts'

export function readRoutes(routes: Routes): void {
  handle(routes, accounts.list, async ({ db, person, scope, query, now }) => {
    const { account, phone, enabled, page, limit } = query
    const found = db
      .selectFrom('account as a')
      .$if(!scope.everything, (all) =>
        all.where((eb) =>
          eb.exists(
            eb
              .selectFrom('membership as m')
              .whereRef('m.account_id', '=', 'a.id')
              .where(within(scope, 'm.org_id'))
              .select('m.org_id'),
          ),
        ),
      )
      .$if(!person.superIdentification, (all) => all.where('a.super', '=', false))
      .$if(!!account, (all) => all.where('a.account', 'ilike', containing(account ?? '')))
      .$if(!!phone, (all) => all.where('a.phone', 'ilike', containing(phone ?? '')))
      .$if(enabled !== undefined, (all) => all.where('a.enabled', '=', enabled === true))
    const rows = await found
      .select(['a.id', 'a.account', 'a.name', 'a.phone', 'a.enabled'])
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom('sign_in_attempt as s')
              .where('s.account', '=', eb.fn<string>('lower', ['a.account']))
              .where('s.locked_until', '>', now)
              .select('s.account'),
          )
          .$castTo<boolean>()
          .as('locked'),
      )
      .orderBy('a.created_time', 'desc')
      .orderBy('a.id', 'desc')
      .limit(limit)
      .offset(offsetOf(query))
      .execute()
    const { count } = await found
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
      .executeTakeFirstOrThrow()
    return { content: rows, meta: { page, limit, count } }
  })

  handle(routes, accounts.detail, async (call) => {
    const { db, scope, person, now, params } = call
    const account = await visibleAccount(call, params.id)
    const editable = await scopeOf(db, person, accounts.update.permissions)
    const memberships = await db
      .selectFrom('membership as m')
      .innerJoin('organization as o', 'o.id', 'm.org_id')
      .leftJoin('department as d', 'd.id', 'm.dept_id')
      .where('m.account_id', '=', account.id)
      .where(within(scope, 'm.org_id'))
      .orderBy('o.code')
      .select(['o.id as orgId', 'o.name as orgName', 'd.id as deptId', 'd.name as deptName'])
      .execute()
    const roles = await db
      .selectFrom('account_role as ar')
      .where('ar.account_id', '=', account.id)
      .where(within(scope, 'ar.org_id'))
      .orderBy('ar.role_id')
      .select('ar.role_id')
      .execute()
    return {
      id: account.id,
      account: account.account,
      name: account.name,
      phone: account.phone,
      enabled: account.enabled,
      userOrgList: memberships,
      usersRoleList: roles.map((role) => role.role_id),
      // In the reach of the update, which compares it.
      version: versionOf(await stateOf({ db, scope: editable }, account), now),
    }
  })

  handle(routes, accounts.usersRoles, async (call) => {
    const { db, scope, query } = call
    requireCovered(scope, query.orgId)
    const account = await visibleAccount(call, query.userId)
    return db
      .selectFrom('account_role')
      .where('account_id', '=', account.id)
      .where('org_id', '=', query.orgId)
      .orderBy('role_id')
      .select('role_id as roleId')
      .execute()
  })

  handle(routes, accounts.listRole, async ({ db, scope, query: { orgId, deptId } }) => {
    requireCovered(scope, orgId)
    return (
      db
        .selectFrom('role as r')
        .leftJoin('department as d', 'd.id', 'r.dept_id')
        .where('r.org_id', '=', orgId)
        // A role without a department is one for the whole organization.
        .$if(deptId !== undefined, (all) =>
          all.where((eb) => eb.or([eb('r.dept_id', '=', deptId ?? null), eb('r.dept_id', 'is', null)])),
        )
        .orderBy('r.created_time', 'desc')
        .orderBy('r.id', 'desc')
        .select(['r.id', 'r.name', 'r.description', 'd.id as deptId', 'd.name as deptName'])
        .execute()
    )
  })
}

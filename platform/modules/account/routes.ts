import * as accounts from '#contracts/account'
import { canSignIn } from '#contracts/session'
import { controlScope, covers, type Reach, scopeOf, seesAccount } from '#platform/kernel/auth/authority'
import { hashedPassword } from '#platform/kernel/auth/password'
import { endSessionsOf } from '#platform/kernel/auth/tokens'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { handleList } from '#platform/kernel/http/list-route'
import { requireUnchanged, versionOf } from '#platform/kernel/http/version'
import { newId } from '#platform/kernel/ids'
import { badField } from '#platform/kernel/refusal'
import { forgetAttempts, isLocked } from '#platform/modules/session/throttle'
import { accountBinRoutes, accountTaken, keepAccount } from './bin.ts'
import { credentialRoutes } from './credentials.ts'
import { requireDispensable, requireOthersOwn, requireWayIn } from './dispensable.ts'
import { impactRoutes } from './impact.ts'
import { importRoutes } from './import.ts'
import { checkMemberships, insertMemberships, replaceMemberships, requireMember } from './memberships.ts'
import { keepingOwnRoles } from './own-roles.ts'
import {
  type Account,
  lockedAccount,
  membershipsOf,
  ownColumns,
  ownFields,
  rolesOf,
  stateOf,
  visibleAccount,
} from './record.ts'
import { lockRoles, replaceRoles, roleRoutes } from './roles.ts'
import { lockedAt, matches, order, placesOf } from './search.ts'
import { editableOf, isShared, requireOwnFields, sharedOf } from './shared.ts'
import { viewRoutes } from './view-as.ts'

const changes = [accounts.update, accounts.updateEnable, accounts.remove]

export const accountRoutes: readonly Route[] = [
  handleList(accounts.list, async (call) => {
    const { db, query, scope, now } = call
    const all = db.selectFrom('account as a')
    const found = all.where(seesAccount(call)).where(matches(query, scope, now))
    const editable = await controlScope(call, changes)
    const told = (accounts: typeof all) =>
      accounts
        .select(['a.id', ...ownColumns, 'a.enabled'])
        .select(lockedAt(now).as('locked'))
        .select('a.last_login')
        .select(placesOf(scope).as('userOrgList'))
        .select(sharedOf(editable).as('shared'))
        .select(editableOf(editable).as('isControl'))
        .orderBy(order(query.sort))
    const shown = ({ last_login, ...row }: { last_login: Date | null }) => ({
      ...row,
      lastLogin: last_login?.toISOString(),
    })
    const place = { key: 'a.id', order: order(query.sort), told: told(all) }
    return { found, rows: told(found), shown, calls: accounts.accountCalls, place }
  }),

  handle(accounts.detail, async (call) => {
    const { db, person, now, params } = call
    const account = await visibleAccount(call, params.id)
    const editable = await scopeOf(db, person, accounts.update.permissions)
    const memberships = await membershipsOf(call, account.id).orderBy('o.code').execute()
    const roles = await rolesOf(call, account.id)
    // What an update takes, which refuses roles out of its reach.
    const usersRoleList = roles.filter(({ orgId }) => covers(editable, orgId)).map(({ id }) => id)
    const told = await db
      .selectFrom('account as a')
      .where('a.id', '=', account.id)
      .select(lockedAt(now).as('locked'))
      .select(editableOf(await controlScope(call, changes)).as('isControl'))
      .executeTakeFirst()
    return {
      id: account.id,
      ...ownFields(account),
      enabled: account.enabled,
      lastLogin: account.last_login?.toISOString(),
      ...told,
      userOrgList: memberships.map((membership) => {
        const rolesThere = roles.filter(({ orgId }) => orgId === membership.orgId)
        const isControl = Number(covers(editable, membership.orgId))
        return { ...membership, isControl, rolesVersion: versionOf({ usersRoleList: rolesThere }, now) }
      }),
      usersRoleList,
      roles,
      shared: await isShared({ db, scope: editable }, account.id),
      // In the reach of the update, which compares it.
      version: versionOf(await stateOf({ db, scope: editable }, account), now),
    }
  }),

  handle(
    accounts.add,
    async (call) => {
      const { db, scope, body, now, changed, ahead: password_hash } = call
      const { userOrgList, usersRoleList, mustChangePassword = false, importId = null } = body
      await checkMemberships(db, scope, userOrgList)
      const account = { id: newId(now), ...ownFields(body) }
      const fixed = { enabled: true, super: false, desensitization: false, created_time: now }
      await db
        .insertInto('account')
        .values({
          ...{ ...account, ...fixed, password_hash },
          must_change_password: mustChangePassword,
          import_id: importId,
        })
        .execute()
        .catch(accountTaken)
      await lockRoles(db, account, usersRoleList)
      await insertMemberships(db, account.id, userOrgList)
      await replaceRoles(call, account, organizationsOf(userOrgList), usersRoleList)
      const after = { ...(await stateOf(call, account)), ...(importId && { importId }) }
      changed({ subject: { id: account.id, name: account.account }, after })
    },
    { ahead: hashedPassword },
  ),

  handle(accounts.update, async (call) => {
    const { db, scope, body, changed } = call
    const { userOrgList, usersRoleList } = body
    if (!canSignIn(body.account)) await lockWaysIn(call)
    const account = await lockedAccount(call, body.id)
    const { id } = account
    await checkMemberships(db, scope, userOrgList)
    if (userOrgList.length === 0 && !(await isShared(call, id))) {
      throw badField('userOrgList', 'organizationRequired')
    }
    const before = await stateOf(call, account)
    const untouched = usersRoleList === undefined ? ['usersRoleList'] : []
    await requireUnchanged(call, body.version, id, before, { untouched })
    const next = ownFields(body)
    await requireOwnFields(call, account, next)
    await requireWayIn(db, account, next.account)
    await db.updateTable('account').set(next).where('id', '=', id).execute().catch(accountTaken)
    await lockRoles(db, account, usersRoleList ?? [])
    await keepingOwnRoles(call, async () => {
      await replaceMemberships(db, scope, id, userOrgList)
      if (usersRoleList !== undefined) {
        await replaceRoles(call, account, organizationsOf(userOrgList), usersRoleList)
      }
    })
    changed({ subject: { id, name: next.account }, before, after: await stateOf(call, { id, ...next }) })
  }),

  handle(accounts.setDepartment, async (call) => {
    const { db, scope, body, changed } = call
    const { orgId, deptId } = body
    const account = await lockedAccount(call, body.userId)
    await checkMemberships(db, scope, [{ orgId, deptId }], (_, name) => name)
    await requireMember(db, account.id, orgId)
    const before = await stateOf(call, account)
    await insertMemberships(db, account.id, [{ orgId, deptId }])
    changed({
      subject: { id: account.id, name: account.account },
      before,
      after: await stateOf(call, account),
    })
  }),

  handle(accounts.remove, async (call) => {
    const { db, now, params, changed } = call
    const account = await lockedForState(call, params.id)
    await requireDispensable(db, account)
    await endSessionsOf(db, account.id, now)
    await keepAccount(call, account)
    await db.deleteFrom('account').where('id', '=', account.id).execute()
    changed({ subject: { id: account.id, name: account.account }, before: ownFields(account) })
  }),

  handle(accounts.updateEnable, async (call) => {
    const { db, now, body, changed } = call
    const { enabled } = body
    const account = await lockedForState(call, body.id)
    if (!enabled) {
      await requireDispensable(db, account)
      await endSessionsOf(db, account.id, now)
    }
    const wasLocked = enabled && (await isLocked(db, account.account, now))
    if (enabled) await forgetAttempts(db, account.account)
    await db.updateTable('account').set({ enabled }).where('id', '=', account.id).execute()
    changed({
      subject: { id: account.id, name: account.account },
      before: { enabled: account.enabled, locked: wasLocked },
      after: { enabled, locked: false },
    })
  }),

  ...roleRoutes,
  ...credentialRoutes,
  ...viewRoutes,
  ...impactRoutes,
  ...importRoutes,

  ...accountBinRoutes,
]

function organizationsOf(memberships: readonly { orgId: string }[]): string[] {
  return memberships.map(({ orgId }) => orgId)
}

/**
 * Super administrators are locked first and in one order, so that two of them who remove each other at the same
 * moment follow each other, and the second finds itself the last.
 */
async function lockWaysIn({ db, person }: Reach): Promise<void> {
  if (!person.superIdentification) return
  await db.selectFrom('account').where('super', '=', true).orderBy('id').select('id').forUpdate().execute()
}

async function lockedForState(reach: Reach, id: string): Promise<Account> {
  await lockWaysIn(reach)
  const account = await lockedAccount(reach, id)
  await requireOthersOwn(reach, account)
  return account
}

import * as accounts from '#contracts/account'
import { codes } from '#contracts/envelope'
import { isDuplicate } from '#platform/db/failures'
import type { Routes } from '#platform/http/call'
import { requireUnchanged } from '#platform/http/edition'
import { handle } from '#platform/http/handle'
import { Refusal } from '#platform/http/refusal'
import { newId } from '#platform/ids'
import { hashPassword } from '#platform/session/password'
import { checkPlaces, insertPlaces, replacePlaces } from './memberships.ts'
import { keepingOwnRoles } from './own-roles.ts'
import { replaceRoles } from './roles.ts'
import { stateOf } from './state-of.ts'
import { lockedAccount } from './visible.ts'

export function writeRoutes(routes: Routes): void {
  handle(routes, accounts.add, async (call) => {
    const { db, scope, body, now, changed } = call
    await checkPlaces(db, scope, body.userOrgList)
    const account = { id: newId(now), account: body.account, name: body.name, phone: body.phone }
    await unlessTaken(
      db
        .insertInto('account')
        .values({
          ...account,
          enabled: true,
          super: false,
          desensitization: false,
          password_hash: await hashPassword(body.password),
          created_time: now,
        })
        .execute(),
    )
    await insertPlaces(db, account.id, body.userOrgList)
    await replaceRoles(
      call,
      account,
      body.userOrgList.map((place) => place.orgId),
      body.usersRoleList,
    )
    changed({ subject: { id: account.id, name: account.account }, after: await stateOf(call, account) })
  })

  handle(routes, accounts.update, async (call) => {
    const { db, scope, body, changed } = call
    const account = await lockedAccount(call, body.id)
    await checkPlaces(db, scope, body.userOrgList)
    const before = await stateOf(call, account)
    const untouched = body.usersRoleList === undefined ? ['usersRoleList'] : []
    await requireUnchanged(call, body.version, account.id, before, { untouched })
    const next = { account: body.account, name: body.name, phone: body.phone }
    await unlessTaken(db.updateTable('account').set(next).where('id', '=', account.id).execute())
    await keepingOwnRoles(call, async () => {
      await replacePlaces(db, scope, account.id, body.userOrgList)
      if (body.usersRoleList === undefined) return
      await replaceRoles(
        call,
        account,
        body.userOrgList.map((place) => place.orgId),
        body.usersRoleList,
      )
    })
    const after = await stateOf(call, { id: account.id, ...next })
    changed({ subject: { id: account.id, name: next.account }, before, after })
  })
}

async function unlessTaken(statement: Promise<unknown>): Promise<void> {
  try {
    await statement
  } catch (error) {
    throw isDuplicate(error, 'account_account_key') ? new Refusal(codes.conflict, 'accountTaken') : error
  }
}

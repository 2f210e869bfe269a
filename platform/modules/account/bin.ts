import { sql } from 'kysely'
import { account, deleted, restore, updateEnable, updateRoles } from '#contracts/account'
import { covers, type Reach, scopeOf } from '#platform/kernel/auth/authority'
import { deletedRecords, keepDeleted, takeFromBin } from '#platform/kernel/bin'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { onDuplicate } from '#platform/kernel/refusal'
import type { Account } from './record.ts'
import { rolesBeyond } from './roles.ts'

export const accountTaken = onDuplicate(account, { account_account_key: ['account', 'accountTaken'] })

/** Before its rows go. */
export async function keepAccount(call: Reach & { now: Date }, account: Account): Promise<void> {
  const { db } = call
  const { id } = account
  const own = (table: 'membership' | 'account_role' | 'preference') => [table, 'account_id', [id]] as const
  const { rows: names } = await sql<{ id: string; name: string; place: boolean }>`
    select o.id, o.name, true as place from membership m join organization o on o.id = m.org_id
    where m.account_id = ${id}
    union all select d.id, d.name, false from membership m join department d on d.id = m.dept_id
    where m.account_id = ${id}
    union all select r.id, r.name, false from account_role ar join role r on r.id = ar.role_id
    where ar.account_id = ${id}`.execute(db)
  await keepDeleted(call, {
    kind: 'account',
    id,
    name: account.account,
    orgIds: names.filter(({ place }) => place).map((organization) => organization.id),
    parts: [['account', 'id', [id]], own('membership'), own('account_role'), own('preference')],
    names: names.map(({ id, name }) => ({ id, name })),
  })
}

export const accountBinRoutes: readonly Route[] = [
  handle(deleted, (call) => deletedRecords(call, 'account')),

  handle(restore, async (call) => {
    const { db, person, params, changed } = call
    const kept = await takeFromBin(call, 'account', params.id)
    await kept.refer('membership', 'org_id', 'organization')
    await kept.forget('membership', 'dept_id', 'department')
    await kept.refer('account_role', 'role_id', 'role')
    const enabling = await scopeOf(db, person, updateEnable.permissions)
    const granting = await scopeOf(db, person, updateRoles.permissions)
    // Its owner still knows the password: letting them in again is the right of whoever may enable accounts.
    const mayEnter = kept.ids('membership', 'org_id').every((orgId) => covers(enabling, orgId))
    await kept
      .putBack('account', { must_change_password: true, ...(!mayEnter && { enabled: false }) })
      .catch(accountTaken)
    const places = kept.ids('membership', 'org_id')
    const isGranted = (orgId: string) => places.includes(orgId) && covers(granting, orgId)
    kept.leave('account_role', (row) => !isGranted(String(row.org_id)), 'role_id')
    const held = kept.rows('account_role').map((row) => [String(row.role_id), String(row.org_id)] as const)
    // Nobody grants by it what they could not grant themselves.
    const beyond = new Set((await rolesBeyond(db, person, held)).map((role) => role.id))
    kept.leave('account_role', (row) => beyond.has(String(row.role_id)), 'role_id')
    await kept.putBack('membership')
    await kept.putBack('account_role')
    await kept.putBack('preference')
    changed({ subject: { id: params.id, name: kept.name } })
    const wasEnabled = kept.rows('account').some((row) => row.enabled)
    return { left: kept.left, ...(!mayEnter && wasEnabled && { disabled: true }) }
  }),
]

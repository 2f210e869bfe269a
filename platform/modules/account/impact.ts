import { type RawBuilder, sql } from 'kysely'
import * as accounts from '#contracts/account'
import { covers, seesAccount, within } from '#platform/kernel/auth/authority'
import { liveSessions } from '#platform/kernel/auth/tokens'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { type Impacts, impactOf, impactOfMany, type Questioner } from '#platform/kernel/impact'
import { requireDispensable, requireOthersOwn } from './dispensable.ts'
import { type Account, visibleAccount } from './record.ts'

/** From where is told to whom the account's sessions are shown, and how many there are to whoever ends them by it. */
async function sessionsOf(call: Questioner, ids: readonly string[]): Promise<RawBuilder<unknown>> {
  const scope = await call.reachBy(accounts.sessions)
  const seen = covers(scope, call.business.orgId ?? '') ? seesAccount({ ...call, scope }) : sql`false`
  return sql`
    select case when ${seen} then s.ip end as name from session s join account a on a.id = s.account_id
    where a.id = any(${ids}) and ${liveSessions(call.now)}`
}
const rules: Impacts<Account>['remove']['rules'] = async (call, account, gone) => {
  await requireOthersOwn(call, account)
  await requireDispensable(call.db, account, gone)
}
const impacts: Impacts<Account> = {
  visible: visibleAccount,
  disable: {
    by: accounts.updateEnable,
    kinds: async (call, ids) => ({ sessions: await sessionsOf(call, ids) }),
    rules,
  },
  remove: {
    by: accounts.remove,
    kinds: async (call, ids) => ({
      organizations: sql`
        select o.name from membership m join organization o on o.id = m.org_id
        where m.account_id = any(${ids}) and ${within(call.scope, 'm.org_id')}`,
      roles: sql`
        select r.name from account_role ar join role r on r.id = ar.role_id
        where ar.account_id = any(${ids}) and ${within(call.scope, 'ar.org_id')}`,
      sessions: await sessionsOf(call, ids),
    }),
    rules,
  },
}

export const impactRoutes: readonly Route[] = [
  handle(accounts.impact, (call) => impactOf(call, call.params.id, impacts)),
  handle(accounts.impactOfMany, (call) => impactOfMany(call, call.body.ids, impacts)),
]

import { type RawBuilder, sql } from 'kysely'
import * as accounts from '#contracts/account'
import { within } from '#platform/kernel/auth/authority'
import { liveSessions } from '#platform/kernel/auth/tokens'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { type Impacts, impactOf, impactOfMany } from '#platform/kernel/impact'
import { requireDispensable, requireOthersOwn } from './dispensable.ts'
import { type Account, visibleAccount } from './record.ts'

const sessionsOf = (ids: readonly string[], now: Date): RawBuilder<unknown> =>
  sql`select s.ip as name from session s where s.account_id = any(${ids}) and ${liveSessions(now)}`
const rules: Impacts<Account>['remove']['rules'] = async (call, account, gone) => {
  await requireOthersOwn(call, account)
  await requireDispensable(call.db, account, gone)
}
const impacts: Impacts<Account> = {
  visible: visibleAccount,
  disable: { kinds: ({ now }, ids) => ({ sessions: sessionsOf(ids, now) }), rules },
  remove: {
    kinds: ({ scope, now }, ids) => ({
      organizations: sql`
        select o.name from membership m join organization o on o.id = m.org_id
        where m.account_id = any(${ids}) and ${within(scope, 'm.org_id')}`,
      roles: sql`
        select r.name from account_role ar join role r on r.id = ar.role_id
        where ar.account_id = any(${ids}) and ${within(scope, 'ar.org_id')}`,
      sessions: sessionsOf(ids, now),
    }),
    rules,
  },
}

export const impactRoutes: readonly Route[] = [
  handle(accounts.impact, (call) => impactOf(call, call.params.id, impacts)),
  handle(accounts.impactOfMany, (call) => impactOfMany(call, call.body.ids, impacts)),
]

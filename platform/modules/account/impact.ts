import { sql } from 'kysely'
import { impact } from '#contracts/account'
import { within } from '#platform/kernel/auth/authority'
import { liveSessions } from '#platform/kernel/auth/tokens'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { effectsOf, refusedBy } from '#platform/kernel/impact'
import { requireDispensable, requireOthersOwn } from './dispensable.ts'
import { visibleAccount } from './record.ts'

export const impactRoutes: readonly Route[] = [
  handle(impact, async (call) => {
    const { db, scope, now, locale, params } = call
    const account = await visibleAccount(call, params.id)
    const { id } = account
    const refused = await refusedBy(locale, async () => {
      await requireOthersOwn(call, account)
      await requireDispensable(db, account)
    })
    const sessions = sql`select s.ip as name from session s where s.account_id = ${id} and ${liveSessions(now)}`
    const roles = sql`
      select r.name from account_role ar join role r on r.id = ar.role_id
      where ar.account_id = ${id} and ${within(scope, 'ar.org_id')}`
    const organizations = sql`
      select o.name from membership m join organization o on o.id = m.org_id
      where m.account_id = ${id} and ${within(scope, 'm.org_id')}`
    return {
      disable: { effects: await effectsOf(db, { sessions }), refused },
      remove: { effects: await effectsOf(db, { organizations, roles, sessions }), refused },
    }
  }),
]

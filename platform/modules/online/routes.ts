import { list } from '#contracts/online'
import { seesAccount } from '#platform/kernel/auth/authority'
import { liveSessions, shownId } from '#platform/kernel/auth/tokens'
import { contains } from '#platform/kernel/db/list'
import type { Route } from '#platform/kernel/http/call'
import { handleList } from '#platform/kernel/http/list-route'

/** Online are the sessions that would still be let in: one row each. */
export const onlineRoutes: readonly Route[] = [
  handleList(list, async (call) => {
    const { db, now, query } = call
    const found = db
      .selectFrom('session as s')
      .innerJoin('account as a', 'a.id', 's.account_id')
      .where(liveSessions(now))
      .where('a.enabled', '=', true)
      .where(seesAccount(call))
      .where(contains(query.filter, 'a.account', 's.ip'))
    const rows = found
      .select(shownId.as('id'))
      .select(['a.account as userName', 's.ip', 's.login_time'])
      .orderBy('s.login_time', 'desc')
      .orderBy('s.token_hash')
    const shown = ({ login_time, ...row }: { login_time: Date }) => ({
      ...row,
      loginTime: login_time.toISOString(),
    })
    return { found, rows, shown }
  }),
]

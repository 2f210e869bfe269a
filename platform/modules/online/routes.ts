import { list } from '#contracts/online'
import { seesAccount } from '#platform/kernel/auth/authority'
import { liveSessions, shownId } from '#platform/kernel/auth/tokens'
import { contains, pageOf } from '#platform/kernel/db/list'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'

/** Online are the sessions that would still be let in: one row each. */
export const onlineRoutes: readonly Route[] = [
  handle(list, async (call) => {
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
    const { content, meta } = await pageOf(query, found, rows)
    return {
      content: content.map(({ login_time, ...row }) => ({ ...row, loginTime: login_time.toISOString() })),
      meta,
    }
  }),
]

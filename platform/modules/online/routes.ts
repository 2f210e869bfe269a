import { sql } from 'kysely'
import { list } from '#contracts/online'
import { seesAccount } from '#platform/kernel/auth/authority'
import { liveSessions, shownId } from '#platform/kernel/auth/tokens'
import { contains } from '#platform/kernel/db/list'
import type { Route } from '#platform/kernel/http/call'
import { handleList } from '#platform/kernel/http/list-route'

/** Online are the sessions that would still be let in, one row each: those of accounts that are disabled have ended with that. */
export const onlineRoutes: readonly Route[] = [
  handleList(list, async (call) => {
    const { db, now, query } = call
    const found = db
      .selectFrom('session as s')
      // Where nothing is asked of the account, PostgreSQL leaves it out.
      .leftJoin('account as a', 'a.id', 's.account_id')
      .where(liveSessions(now))
      .where(seesAccount(call))
      .where(contains(query.filter, 'a.account', 's.ip'))
    const rows = found
      .select(shownId.as('id'))
      .select(sql<string>`coalesce(a.account, '')`.as('userName'))
      .select(['s.ip', 's.login_time'])
      .orderBy(latest)
    const shown = ({ login_time, ...row }: { login_time: Date }) => ({
      ...row,
      loginTime: login_time.toISOString(),
    })
    return { found, rows, shown, place: { key: 's.token_hash', order: latest } }
  }),
]

const latest = sql`s.login_time desc, s.token_hash`

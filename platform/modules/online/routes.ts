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
    // Where nothing is asked of the account, PostgreSQL leaves it out.
    const all = db.selectFrom('session as s').leftJoin('account as a', 'a.id', 's.account_id')
    const found = all
      .where(liveSessions(now))
      .where(seesAccount(call))
      .where(contains(query.filter, 'a.account', 's.ip'))
    const told = (sessions: typeof all) =>
      sessions
        .select([shownId.as('id'), sql<string>`coalesce(a.account, '')`.as('userName')])
        .select(['s.ip', 's.login_time'])
        .orderBy(latest)
    const shown = ({ login_time, ...row }: { login_time: Date }) => ({
      ...row,
      loginTime: login_time.toISOString(),
    })
    const place = { key: 's.token_hash', order: latest, told: told(all) }
    return { found, rows: told(found), shown, place }
  }),
]

const latest = sql`s.login_time desc, s.token_hash`

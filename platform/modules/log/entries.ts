import { sql } from 'kysely'
import { askedEntries, entryIsNormal, listEntries } from '#contracts/log'
import { type Scope, within } from '#platform/kernel/auth/authority'
import { countedPage, offsetOf } from '#platform/kernel/db/list'
import type { Route } from '#platform/kernel/http/call'
import { handleList } from '#platform/kernel/http/list-route'
import { containsTerm } from './search-terms.ts'

interface EntryLine {
  id: string
  userName: string
  requestIp: string
  loginResult: string
  loginTime: Date
  reason: string | null
  count: number
}

export const entryRoutes: readonly Route[] = [
  handleList(listEntries, async ({ db, scope, query }) => {
    const normal = askedEntries(query)
    const conditions = sql.join(
      [
        ofAccountsWithin(scope),
        await containsTerm(db, 'login', 'l.user_name', query.userName),
        await containsTerm(db, 'address', 'l.request_ip', query.requestIp),
        normal === undefined ? sql`true` : normal ? sql`l.login_result = '1'` : sql`l.login_result <> '1'`,
      ],
      sql` and `,
    )
    const found = sql`select l.id, l.login_time from login_log l where ${conditions}`
    const latest = sql`order by l.login_time desc, l.id desc`
    return {
      rows: sql`${columns} from login_log l where ${conditions} ${latest}`,
      shown,
      page: async () => {
        const { rows } = await sql<EntryLine>`${columns}
          from (${found} ${latest} limit ${query.limit} offset ${offsetOf(query)}) as page
          join login_log l on l.id = page.id ${latest}`.execute(db)
        return {
          content: rows.map(shown),
          meta: await countedPage(db, query, rows.length, sql`${found} ${latest}`),
        }
      },
    }
  }),
]

const columns = sql`select l.id, l.user_name as "userName", l.request_ip as "requestIp",
  l.login_result as "loginResult", l.login_time as "loginTime", l.reason, l.count`

function shown(row: EntryLine) {
  return {
    ...row,
    loginTime: row.loginTime.toISOString(),
    status: entryIsNormal({ loginResult: row.loginResult }) ? 1 : 2,
  }
}

/** Sign-ins with a name that no account of the scope has are for super administrators only, and so are their own. */
function ofAccountsWithin(scope: Scope) {
  if (scope.everything) return sql`true`
  return sql`l.account_id in (
    select m.account_id from membership m join account a on a.id = m.account_id
    where ${within(scope, 'm.org_id')} and not a.super)`
}

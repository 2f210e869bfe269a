import { sql } from 'kysely'
import { list } from '#contracts/online'
import { within } from '#platform/authority'
import { after } from '#platform/clock'
import { containing, offsetOf } from '#platform/db/search'
import type { Routes } from '#platform/http/call'
import { handle } from '#platform/http/handle'
import { idleLifetime } from '#platform/session/tokens'

/** Online are the sessions that would still be let in: one row each. */
export function onlineRoutes(routes: Routes): void {
  handle(routes, list, async ({ db, person, scope, now, query }) => {
    const { filter, page, limit } = query
    const pattern = containing(filter ?? '')
    const found = db
      .selectFrom('session as s')
      .innerJoin('account as a', 'a.id', 's.account_id')
      .where('s.ended_at', 'is', null)
      .where('s.expires_at', '>', now)
      .where('s.last_seen', '>', after(now, -idleLifetime))
      .where('a.enabled', '=', true)
      .$if(!scope.everything, (all) =>
        all.where((eb) =>
          eb.exists(
            eb
              .selectFrom('membership as m')
              .whereRef('m.account_id', '=', 'a.id')
              .where(within(scope, 'm.org_id'))
              .select('m.org_id'),
          ),
        ),
      )
      .$if(!person.superIdentification, (all) => all.where('a.super', '=', false))
      .$if(!!filter, (all) =>
        all.where((eb) => eb.or([eb('a.account', 'ilike', pattern), eb('s.ip', 'ilike', pattern)])),
      )
    const rows = await found
      // The row's id tells nothing of the token, not even its stored hash.
      .select(sql<string>`md5('online' || s.token_hash)`.as('id'))
      .select(['a.account', 's.ip', 's.login_time'])
      .orderBy('s.login_time', 'desc')
      .orderBy('s.token_hash')
      .limit(limit)
      .offset(offsetOf(query))
      .execute()
    const { count } = await found
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
      .executeTakeFirstOrThrow()
    return {
      content: rows.map((row) => ({
        id: row.id,
        userName: row.account,
        ip: row.ip,
        loginTime: row.login_time.toISOString(),
      })),
      meta: { page, limit, count },
    }
  })
}

import { sql } from 'kysely'
import { networkOf } from '#contracts/network'
import { after, hour, minute } from '#platform/kernel/clock'
import type { Queries, SignInReason } from '#platform/kernel/db/schema'
import type { Services, Surroundings } from '#platform/kernel/http/call'
import { countUnder } from '#platform/kernel/quota'

type Attempt = Pick<Surroundings, 'address' | 'agent' | 'now' | 'requestId'> & { services: Services }

/** Refused sign-ins of one network in an hour that have a row each. Wrong captchas never have. */
const ownRows = 50
/** So many of a series show their name at once, later ones the last of each minute: an index grows with every name. */
const promptly = 20

/**
 * `loginResult` is "1" for normal, anything else abnormal (specification section 3). Gives false, and writes nothing, where
 * there is a row of this id.
 */
export async function recordEntered(
  db: Queries,
  id: string,
  attempt: Attempt,
  userName: string,
  accountId: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('login_log')
    .values({ ...rowOf(id, attempt, userName, null), account_id: accountId, login_result: '1' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Whoever is not signed in writes no more than so many rows: what goes beyond counts in the one row that the network
 * has for this hour and reason, under the last name and time.
 */
export async function recordRefused(
  attempt: Attempt,
  id: string,
  userName: string,
  accountId: string | undefined,
  reason: SignInReason,
): Promise<void> {
  const { db } = attempt.services
  const row = { ...rowOf(id, attempt, userName, reason), login_result: '2' }
  if (reason !== 'captchaWrong' && (await hasRowOfItsOwn(attempt))) {
    await db
      .insertInto('login_log')
      .values({ ...row, account_id: accountId ?? null })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    return
  }
  const { address, now } = attempt
  const series = `${networkOf(address)} ${reason} ${Math.floor(now.getTime() / hour)}`
  const isShown = sql<boolean>`(login_log.count < ${promptly} or login_log.login_time <= ${after(now, -minute)})`
  const latest = <Value>(column: string) =>
    sql<Value>`case when ${isShown} then excluded.${sql.ref(column)} else login_log.${sql.ref(column)} end`
  await db
    .insertInto('login_log')
    .values({ ...row, series })
    .onConflict((conflict) =>
      conflict
        .column('series')
        .where('series', 'is not', null)
        .doUpdateSet({
          count: sql<number>`login_log.count + 1`,
          user_name: latest<string>('user_name'),
          request_ip: latest<string>('request_ip'),
          agent: latest<string>('agent'),
          login_time: latest<Date>('login_time'),
          request_id: latest<string>('request_id'),
        }),
    )
    .execute()
}

async function hasRowOfItsOwn({ services, address, now }: Attempt): Promise<boolean> {
  const rule = { kind: 'refusedSignIn', subject: networkOf(address), window: hour, most: ownRows } as const
  return services.db.transaction().execute(async (db) => (await countUnder(db, [rule], now)) === 0)
}

function rowOf(id: string, attempt: Attempt, userName: string, reason: SignInReason | null) {
  const { address, agent, now, requestId } = attempt
  return {
    id,
    user_name: userName,
    request_ip: address,
    agent,
    login_time: now,
    reason,
    request_id: requestId,
  }
}

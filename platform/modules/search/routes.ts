import { type RawBuilder, sql } from 'kysely'
import * as accounts from '#contracts/account'
import * as organizations from '#contracts/organization'
import { phoneDigits } from '#contracts/plain-text'
import * as roles from '#contracts/role'
import { find, type SearchAnswer } from '#contracts/search'
import { controlScope, seesAccount, within } from '#platform/kernel/auth/authority'
import { containing, containsInName, escaped, hasOtherLetters } from '#platform/kernel/db/list'
import type { Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'

const mostFound = 8
/** Shorter texts have no trigram: looking for them anywhere would read every row. */
const shortestPart = 3
/** Of a script with as many signs as Chinese. */
const shortestOther = 2
/** Of what matches so many are put in order: letters that half of the people have name nobody. */
const mostRanked = 200

export const searchRoutes: readonly Route[] = [
  handle(find, async (call) => {
    const { db, person, query } = call
    const { text } = query
    // Ids are in lower case.
    const lower = sql`lower(${text})`
    const found: SearchAnswer = { accounts: [], roles: [], organizations: [] }

    const seenAccounts = await controlScope(call, [accounts.list])
    if (seenAccounts !== undefined) {
      const phone = phoneDigits(query.text)
      const phones = /^\d{3,}$/.test(phone) ? [sql`a.phone like ${`${phone}%`}`] : []
      const among = async (ways: readonly RawBuilder<unknown>[]) => {
        const some = candidates(
          ways,
          (one) => sql`
            select a.id, a.account, a.name from account a
            where ${one} and ${seesAccount({ person, scope: seenAccounts })} limit ${mostRanked}`,
        )
        const rank = ranked(text, [sql`f.account`, sql`f.name`])
        const { rows } = await sql<SearchAnswer['accounts'][number]>`
          select id, account, name from (${some}) as f
          order by ${rank}, lower(f.account), f.id limit ${mostFound}`.execute(db)
        return rows
      }
      const first = [
        sql`a.id = ${lower}`,
        ...phones,
        ...[sql`a.account`, sql`a.name`].flatMap((column) => begins(text, column)),
      ]
      // What only contains it comes last, and takes longest to find.
      const rows = await among(first)
      const parts = [...inAccount(text, sql`a.account`), ...inName(text, sql`a.name`)]
      found.accounts = rows.length < mostFound ? await among([...first, ...parts]) : rows
    }

    const seenRoles = await controlScope(call, [roles.list])
    if (seenRoles !== undefined) {
      const { rows } = await sql<SearchAnswer['roles'][number]>`
        select f.id, f.name, o.name as "orgName" from (
          ${candidates(
            [sql`r.id = ${lower}`, ...begins(text, sql`r.name`), ...inName(text, sql`r.name`)],
            (one) => sql`
            select r.id, r.name, r.org_id from role r
            where ${one} and ${within(seenRoles, 'r.org_id')} limit ${mostRanked}`,
          )}
        ) as f join organization o on o.id = f.org_id
        order by ${ranked(text, [sql`f.name`])}, lower(f.name), f.id limit ${mostFound}`.execute(db)
      found.roles = rows
    }

    const seenOrganizations = await controlScope(call, [organizations.list], { disabledToo: true })
    if (seenOrganizations !== undefined) {
      // Few enough to be looked through.
      const { rows } = await sql<SearchAnswer['organizations'][number]>`
        select f.id, f.name, f.code from organization f
        where ${within(seenOrganizations, 'f.id')}
          and (f.id = ${lower} or f.name ilike ${containing(text)} or f.code ilike ${containing(text)})
        order by ${ranked(text, [sql`f.code`, sql`f.name`])}, lower(f.name), f.id limit ${mostFound}`.execute(
        db,
      )
      found.organizations = rows
    }
    return found
  }),
]

/** How a name may hold it, by an index of its own. */
function inName(text: string, column: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const isPart = text.length >= (hasOtherLetters(text) ? shortestOther : shortestPart)
  return isPart ? [containsInName(text, column)] : []
}

/** The same of what has no index of its signs: other letters than ASCII's are looked for at the beginning only. */
function inAccount(text: string, column: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return hasOtherLetters(text) ? [] : inName(text, column)
}

/** What is it, and what begins with it: both in the lower case of the database, which knows another one of some letters than scripts do. */
function begins(text: string, column: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [sql`lower(${column}) = lower(${text})`, sql`lower(${column}) like lower(${`${escaped(text)}%`})`]
}

/** The first that match in each way, each once: no way is sought in by the order of another. */
function candidates(
  ways: readonly RawBuilder<unknown>[],
  select: (way: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql.join(
    ways.map((way) => sql`(${select(way)})`),
    sql` union `,
  )
}

/** Whole words first, then what begins with them, then the rest. */
function ranked(text: string, columns: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const ranks = columns.map((column) => {
    const [is, beginsWith] = begins(text, column)
    return sql`case when ${is} then 0 when ${beginsWith} then 1 else 2 end`
  })
  return sql`least(${sql.join(ranks)})`
}

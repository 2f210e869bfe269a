import type { Selectable } from 'kysely'
import { absent, type Person, type Scope, within } from '#platform/authority'
import type { Queries, Schema } from '#platform/db/schema'
import { notPermitted } from '#platform/http/refusal'

export type Account = Selectable<Schema['account']>
interface Reach {
  db: Queries
  person: Person
  scope: Scope
}

/**
 * The account, when the caller may see it: one with a membership in their scope, and no super administrator unless
 * they are one themselves. Throws a Refusal 403, or 404 where a super administrator names an unknown id.
 */
export async function visibleAccount({ db, person, scope }: Reach, id: string): Promise<Account> {
  return visible(
    { db, person, scope },
    await db.selectFrom('account').where('id', '=', id).selectAll().executeTakeFirst(),
  )
}

/** The same, locked to the end of the transaction, so that two changes of one account follow each other. */
export async function lockedAccount({ db, person, scope }: Reach, id: string): Promise<Account> {
  const row = await db.selectFrom('account').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
  return visible({ db, person, scope }, row)
}

async function visible({ db, person, scope }: Reach, account: Account | undefined): Promise<Account> {
  if (account === undefined) throw absent(person)
  if (person.superIdentification) return account
  if (account.super) throw notPermitted()
  const membership = await db
    .selectFrom('membership as m')
    .where('m.account_id', '=', account.id)
    .where(within(scope, 'm.org_id'))
    .select('m.org_id')
    .executeTakeFirst()
  if (membership === undefined) throw notPermitted()
  return account
}

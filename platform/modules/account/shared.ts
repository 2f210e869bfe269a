import { type RawBuilder, sql } from 'kysely'
import { codes } from '#contracts/envelope'
import { type DataReach, outside, type Scope, within } from '#platform/kernel/auth/authority'
import type { State } from '#platform/kernel/http/version'
import { Refusal } from '#platform/kernel/refusal'
import { type Account, type Own, ownFields } from './record.ts'

/**
 * An account is one for all its organizations: whoever reaches only some of them, disabled ones not among these, does
 * not decide for the others. Memberships and roles inside the reach are theirs to change. The account has to be locked.
 */
export async function requireUnshared(reach: DataReach, account: Pick<Account, 'id'>): Promise<void> {
  if (await isShared(reach, account.id)) throw new Refusal(codes.conflict, 'accountShared')
}

/** The same for an update, which may leave the person's own fields alone. Names those that it would have changed. */
export async function requireOwnFields(reach: DataReach, account: Account, next: Own): Promise<void> {
  const before: State = ownFields(account)
  const changed = Object.entries(ownFields(next)).filter(([field, value]) => value !== before[field])
  if (changed.length === 0 || !(await isShared(reach, account.id))) return
  const fields = changed.map(([field]) => ({ field, message: 'accountShared' }))
  throw new Refusal(codes.conflict, 'accountShared', { fields })
}

/** Whether the account belongs to an organization outside of the scope, which was not added in it either. */
export async function isShared({ db, scope }: DataReach, accountId: string): Promise<boolean> {
  const elsewhere = await db
    .selectFrom('membership as m')
    .where('m.account_id', '=', accountId)
    .where(outside(scope, 'm.org_id'))
    .select('m.org_id')
    .executeTakeFirst()
  return elsewhere !== undefined
}

/** Whether the account `a` of a list is a shared one; null where the caller changes none. */
export function sharedOf(scope: Scope | undefined): RawBuilder<boolean | null> {
  if (scope === undefined) return sql`null::boolean`
  return sql`exists (select 1 from membership m where m.account_id = a.id and ${outside(scope, 'm.org_id')})`
}

/** Whether the account `a` of a list belongs to an organization of the scope, as `isControl`: 1 or 0. */
export function editableOf(scope: Scope | undefined): RawBuilder<number> {
  if (scope === undefined) return sql`0`
  if (scope.everything) return sql`1`
  return sql`exists (select 1 from membership m where m.account_id = a.id and ${within(scope, 'm.org_id')})::int`
}

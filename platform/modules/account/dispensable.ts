import { codes } from '#contracts/envelope'
import { canSignIn } from '#contracts/session'
import type { Reach } from '#platform/kernel/auth/authority'
import type { Queries } from '#platform/kernel/db/schema'
import { Refusal, taken } from '#platform/kernel/refusal'
import type { Account } from './record.ts'
import { requireUnshared } from './shared.ts'

/** What disabling and deleting take: another person's account, which is nobody's out of reach. Throws a Refusal 409. */
export async function requireOthersOwn(reach: Reach, account: Account): Promise<void> {
  if (account.id === reach.person.id) throw new Refusal(codes.conflict, 'notYourself')
  await requireUnshared(reach, account)
}

/** The last way in is never taken: one enabled super administrator stays. Throws a Refusal 409. */
export async function requireDispensable(
  db: Queries,
  account: Account,
  gone: readonly string[] = [],
): Promise<void> {
  if (await isLastWayIn(db, account, gone)) throw new Refusal(codes.conflict, 'lastSuper')
}

/** Nor does it get a name that sign-in refuses. Throws a Refusal 409. */
export async function requireWayIn(db: Queries, account: Account, name: string): Promise<void> {
  if (name === account.account || canSignIn(name)) return
  if (await isLastWayIn(db, account)) throw taken('account', 'lastSuperName')
}

async function isLastWayIn(db: Queries, account: Account, gone: readonly string[] = []): Promise<boolean> {
  if (!account.super || !account.enabled) return false
  const others = await db
    .selectFrom('account')
    .where('super', '=', true)
    .where('enabled', '=', true)
    .where('id', 'not in', [account.id, ...gone])
    .select('account')
    .execute()
  return !others.some((other) => canSignIn(other.account))
}

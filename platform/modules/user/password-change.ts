import { type Fits, hashPassword, lookAhead, verifyPassword } from '#platform/kernel/auth/password'
import { endSessionsOf } from '#platform/kernel/auth/tokens'
import { minute } from '#platform/kernel/clock'
import { retryLost } from '#platform/kernel/db/retry'
import type { Database, Queries } from '#platform/kernel/db/schema'
import type { Caller } from '#platform/kernel/http/call'
import { forget, type Rule, requireUnder } from '#platform/kernel/quota'
import { badField } from '#platform/kernel/refusal'

const window = 10 * minute
const mostWrong = 5

function triesOf(subject: string): Rule {
  return { kind: 'oldPassword', subject, window, most: mostWrong }
}

/** For a password that is not theirs any more. */
export async function forgetTries(db: Queries, accountId: string): Promise<void> {
  await forget(db, triesOf(accountId))
}

interface Passwords {
  oldPassword: string
  newPassword: string
}

/** What was seen before anything is locked, and the stored form of a new password. */
export interface Looked {
  fits?: Fits
  stored?: string
}

export async function lookAtPasswords(
  db: Database,
  accountId: string,
  { oldPassword, newPassword }: Passwords,
): Promise<Looked> {
  const own = await retryLost(() =>
    db.selectFrom('account').where('id', '=', accountId).select('password_hash').executeTakeFirst(),
  )
  if (own === undefined) return {}
  const fits = await lookAhead(oldPassword, own.password_hash)
  return { fits, ...((await fits(own.password_hash)) && { stored: await hashPassword(newPassword) }) }
}

/**
 * Ends the person's other sessions (102002) and gives the stored form of the new password. Throws a Refusal for a wrong
 * old one, which stays counted: whoever finds an open console gets no more tries than at the door.
 */
export async function changePassword(
  { db, tokenHash, now }: Pick<Caller, 'tokenHash' | 'now'> & { db: Queries },
  own: { id: string; password_hash: string },
  { oldPassword, newPassword }: Passwords,
  { fits = (stored) => verifyPassword(oldPassword, stored), stored }: Looked = {},
): Promise<string> {
  if (newPassword === oldPassword) throw badField('newPassword', 'passwordUnchanged')
  const rule = triesOf(own.id)
  await requireUnder(db, rule, now, 'passwordTriesSpent')
  if (!(await fits(own.password_hash))) {
    throw badField('oldPassword', 'oldPasswordWrong', { counts: true })
  }
  await forget(db, rule)
  await endSessionsOf(db, own.id, now, tokenHash)
  return stored ?? hashPassword(newPassword)
}

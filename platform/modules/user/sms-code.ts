import { randomInt } from 'node:crypto'
import { codes } from '#contracts/envelope'
import { networkOf } from '#contracts/network'
import { sendSmsCode } from '#contracts/user'
import { hashPassword, lookAhead, verifyPassword } from '#platform/kernel/auth/password'
import { after, day, hour, minute, second } from '#platform/kernel/clock'
import { retryLost } from '#platform/kernel/db/retry'
import type { Database, Queries } from '#platform/kernel/db/schema'
import type { Caller, Route } from '#platform/kernel/http/call'
import { handle } from '#platform/kernel/http/handle'
import { countUnder, type Rule, takeBack } from '#platform/kernel/quota'
import { badField, Refusal } from '#platform/kernel/refusal'
import type { Looked } from './password-change.ts'

const digits = 6
const lifetime = 5 * minute
const mostTries = 5

export const smsCodeRoutes: readonly Route[] = [
  handle(sendSmsCode, async (call) => {
    const { person, query, locale, now } = call
    const { db, deliver } = call.services
    const rules = rulesFor(call, query.phone)
    const code = String(randomInt(10 ** digits)).padStart(digits, '0')
    const tries = [triesOf(person.id), ...rules]
    const seconds = await db.transaction().execute((transaction) => countUnder(transaction, tries, now))
    if (seconds > 0) throw tooMany(seconds)
    // Of six digits a quick hash hides nothing, hence that of passwords.
    const code_hash = await hashPassword(code)
    const fresh = { phone: query.phone, code_hash, tries: 0, expires_at: after(now, lifetime) }
    await retryLost(() => keep(db, person.id, fresh))
    const delivery = await deliver({ phone: query.phone, code, locale }, person.account)
    if (delivery === 'sent') return
    // What never left counts for nothing; what may have arrived counts, or it could be sent without end.
    if (delivery === 'refused') {
      await retryLost(() => db.transaction().execute((transaction) => takeBack(transaction, rules)))
    }
    throw new Refusal(codes.fault, 'smsNotSent')
  }),
]

/** What a gateway refuses is not taken back of this one: each asks it, and takes a hash as long as a password's. */
function triesOf(subject: string): Rule {
  return { kind: 'smsTry', subject, window: hour, most: 20 }
}

function rulesFor({ person, address }: Caller, phone: string): Rule[] {
  return [
    { kind: 'smsPhone', subject: phone, window: day, apart: minute },
    { kind: 'smsPerson', subject: person.id, window: day, apart: minute, most: 10 },
    { kind: 'smsAddress', subject: networkOf(address), window: day, most: 20 },
  ]
}

function tooMany(seconds: number): Refusal {
  return seconds * second <= minute
    ? new Refusal(codes.tooMany, 'smsTooSoon', { params: { seconds } })
    : new Refusal(codes.tooMany, 'smsTooMany', {
        params: { hours: Math.ceil((seconds * second) / (60 * minute)) },
      })
}

/** A new code takes the place of the one before. */
async function keep(
  db: Queries,
  accountId: string,
  fresh: { phone: string; code_hash: string; tries: number; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('sms_code')
    .values({ account_id: accountId, ...fresh })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(fresh))
    .execute()
}

/** Looks at a code before anything is locked. */
export async function lookAtCode(db: Database, accountId: string, smsCode: string): Promise<Looked> {
  const own = await retryLost(() =>
    db.selectFrom('sms_code').where('account_id', '=', accountId).select('code_hash').executeTakeFirst(),
  )
  return own === undefined ? {} : { fits: await lookAhead(smsCode, own.code_hash) }
}

/** Uses a person's code for `phone` up. Throws a Refusal for a wrong one; that try stays counted. */
export async function takeSmsCode(
  db: Queries,
  accountId: string,
  { phone, smsCode }: { phone: string; smsCode: string },
  now: Date,
  { fits = (stored) => verifyPassword(smsCode, stored) }: Looked = {},
): Promise<void> {
  const own = await db
    .selectFrom('sms_code')
    .where('account_id', '=', accountId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (own === undefined || own.expires_at <= now) throw badField('smsCode', 'smsCodeWrong')
  if (own.tries >= mostTries) throw badField('smsCode', 'smsCodeSpent')
  if (own.phone === phone && (await fits(own.code_hash))) {
    await db.deleteFrom('sms_code').where('account_id', '=', accountId).execute()
    return
  }
  const tries = own.tries + 1
  await db.updateTable('sms_code').set({ tries }).where('account_id', '=', accountId).execute()
  throw badField('smsCode', tries < mostTries ? 'smsCodeWrong' : 'smsCodeSpent', { counts: true })
}

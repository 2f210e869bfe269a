import type * as z from 'zod/mini'
import { codes } from '#contracts/envelope'
import { signInToken } from '#contracts/session'
import { hashPassword, isCheap, verifyPassword } from '#platform/kernel/auth/password'
import { beginSession, sessionLifetime } from '#platform/kernel/auth/tokens'
import { second } from '#platform/kernel/clock'
import { onceOnly, retryLost } from '#platform/kernel/db/retry'
import type { SignInReason } from '#platform/kernel/db/schema'
import type { ClientCall, Route } from '#platform/kernel/http/call'
import { handleClient } from '#platform/kernel/http/handle'
import { newId } from '#platform/kernel/ids'
import { Refusal } from '#platform/kernel/refusal'
import { type SignInOutcome, signInChannel } from '#platform/kernel/sign-in-channel'
import { takeCaptcha } from './captcha.ts'
import { recordEntered, recordRefused } from './entries.ts'
import { countAttempt, forgetAttempts } from './throttle.ts'

type SignInCall = ClientCall<typeof signInToken.params, typeof signInToken.query, typeof signInToken.body>

export const signInRoutes: readonly Route[] = [
  handleClient(signInToken, async (call) => {
    const { services, body, address, now } = call
    const { db } = services
    if (!(await takeCaptcha(db, body.key, body.code, now))) {
      return refuse(call, undefined, 'captchaWrong', new Refusal(codes.signInRefused, 'captchaWrong'))
    }
    const account = await retryLost(() =>
      db
        .selectFrom('account')
        .where((eb) => eb(eb.fn<string>('lower', ['account']), '=', body.username.toLowerCase()))
        .select(['id', 'password_hash', 'enabled'])
        .executeTakeFirst(),
    )
    const seconds = await retryLost(() => countAttempt(db, body.username, address, now))
    if (seconds > 0) {
      return refuse(
        call,
        account?.id,
        'locked',
        new Refusal(codes.signInRefused, 'signInLocked', { params: { seconds } }),
      )
    }
    const isRight = await verifyPassword(body.secret, account?.password_hash, 'stranger')
    if (account === undefined || !isRight || !account.enabled) {
      const reason = account === undefined ? 'accountUnknown' : isRight ? 'accountDisabled' : 'passwordWrong'
      return refuse(call, account?.id, reason, refusedSignIn())
    }
    const renewed = isCheap(account.password_hash) && (await hashPassword(body.secret, 'stranger'))
    const id = newId(now)
    const entered = await onceOnly<{ token: string } | { reason: SignInReason }>(
      db,
      async (transaction) => {
        // The account before its attempts, in the order in which whoever enables it locks them. Looking at the password took
        // a while, in which it may have been changed, and the account disabled: of that no session may be left.
        const held = await transaction
          .selectFrom('account')
          .where('id', '=', account.id)
          .select(['password_hash', 'enabled'])
          .forUpdate()
          .executeTakeFirst()
        if (held === undefined) return { reason: 'accountUnknown' }
        const isSame = held.password_hash === account.password_hash
        // It may have been made anew by another sign-in.
        if (!isSame && !(await verifyPassword(body.secret, held.password_hash)))
          return { reason: 'passwordWrong' }
        if (!held.enabled) return { reason: 'accountDisabled' }
        await transaction
          .updateTable('account')
          .set({ last_login: now, ...(renewed && { password_hash: renewed }) })
          .where('id', '=', account.id)
          .execute()
        await forgetAttempts(transaction, body.username, address)
        return { token: await beginSession(transaction, account.id, call) }
      },
      async (transaction, outcome) =>
        'reason' in outcome || recordEntered(transaction, id, call, body.username, account.id),
    )
    if ('reason' in entered) return refuse(call, account.id, entered.reason, refusedSignIn())
    signInChannel.publish('entered' satisfies SignInOutcome)
    return { access_token: entered.token, token_type: 'Bearer', expires_in: sessionLifetime / second }
  }),
]

/** The same for whoever names no account, a wrong password or a disabled account. */
function refusedSignIn(): Refusal {
  return new Refusal(codes.signInRefused, 'signInRefused')
}

async function refuse(
  call: SignInCall,
  accountId: string | undefined,
  reason: SignInReason,
  refusal: Refusal,
): Promise<z.input<typeof signInToken.data>> {
  const id = newId(call.now)
  await retryLost(() => recordRefused(call, id, call.body.username, accountId, reason))
  signInChannel.publish(reason satisfies SignInOutcome)
  throw refusal
}

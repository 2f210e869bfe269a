import type * as z from 'zod/mini'
import { codes } from '#contracts/envelope'
import { signInToken } from '#contracts/session'
import { second } from '#platform/clock'
import type { SignInReason } from '#platform/db/schema'
import type { ClientCall, Routes } from '#platform/http/call'
import { handleClient } from '#platform/http/handle'
import { Refusal } from '#platform/http/refusal'
import { newId } from '#platform/ids'
import { takeCaptcha } from './captcha.ts'
import { verifyPassword } from './password.ts'
import { countAttempt, forgetAttempts } from './throttle.ts'
import { beginSession, sessionLifetime } from './tokens.ts'

type SignInCall = ClientCall<typeof signInToken.params, typeof signInToken.query, typeof signInToken.body>

export function signInRoutes(routes: Routes): void {
  handleClient(routes, signInToken, async (call) => {
    const { services, body, address, now } = call
    const { db } = services
    if (!(await takeCaptcha(db, body.key, body.code, now))) {
      return refuse(call, undefined, 'captchaWrong', new Refusal(codes.signInRefused, 'captchaWrong'))
    }
    const account = await db
      .selectFrom('account')
      .where((eb) => eb(eb.fn<string>('lower', ['account']), '=', body.username.toLowerCase()))
      .select(['id', 'password_hash', 'enabled'])
      .executeTakeFirst()
    const seconds = await countAttempt(db, body.username, address, now)
    if (seconds > 0) {
      return refuse(
        call,
        account?.id,
        'locked',
        new Refusal(codes.signInRefused, 'signInLocked', { params: { seconds } }),
      )
    }
    const isRight = await verifyPassword(body.secret, account?.password_hash)
    if (account === undefined || !isRight || !account.enabled) {
      const reason = account === undefined ? 'accountUnknown' : isRight ? 'accountDisabled' : 'passwordWrong'
      return refuse(call, account?.id, reason, new Refusal(codes.signInRefused, 'signInRefused'))
    }
    const token = await db.transaction().execute(async (transaction) => {
      await forgetAttempts(transaction, body.username, address)
      await recordSignIn(call, account.id, null, transaction)
      return beginSession(transaction, account.id, call)
    })
    return { access_token: token, token_type: 'Bearer', expires_in: sessionLifetime / second }
  })
}

async function refuse(
  call: SignInCall,
  accountId: string | undefined,
  reason: SignInReason,
  refusal: Refusal,
): Promise<z.input<typeof signInToken.data>> {
  await recordSignIn(call, accountId, reason)
  throw refusal
}

/** `loginResult` is "1" for normal, anything else abnormal (specification section 3). */
async function recordSignIn(
  call: SignInCall,
  accountId: string | undefined,
  reason: SignInReason | null,
  db: Pick<SignInCall['services']['db'], 'insertInto'> = call.services.db,
): Promise<void> {
  await db
    .insertInto('login_log')
    .values({
      id: newId(call.now),
      account_id: accountId ?? null,
      user_name: call.body.username,
      request_ip: call.address,
      agent: call.agent,
      login_result: reason === null ? '1' : '2',
      login_time: call.now,
      reason,
    })
    .execute()
}

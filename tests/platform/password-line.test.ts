import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { add, resetPassword } from '#contracts/account'
import { sendSmsCode } from '#contracts/user'
import { hashPassword, setPasswordCost, verifyPassword } from '#platform/kernel/auth/password'
import { admin, browserHash, type Context } from './harness.ts'
import { change, from, me, phone, platform } from './own-account.ts'

const password = browserHash('Another2026')

/** As under a flood at the sign-in: whoever has a password looked at waits for a second or two. */
function jam(): Promise<unknown> {
  setPasswordCost(14)
  const line = Array.from({ length: 12 }, () => verifyPassword('x', undefined))
  setPasswordCost(8)
  return Promise.all(line)
}

/** Transactions that ask nothing for a while: their connection, and who waits for their locks, wait for something else. */
async function restsUntil(end: Promise<unknown>): Promise<number> {
  const resting = sql`select from pg_stat_activity where datname = current_database()
    and state = 'idle in transaction' and state_change < clock_timestamp() - interval '300 ms'`
  let isOver = false
  void end.finally(() => {
    isOver = true
  })
  for (let rests = 0; ; await sleep(50)) {
    rests += (await resting.execute(platform.db)).rows.length
    if (isOver) return rests
  }
}

const addOne = async () => {
  const userOrgList = [{ orgId: await platform.orgId('EAST') }]
  const body = { account: `line${Date.now()}`, name: 'Line', phone, password, userOrgList, usersRoleList: [] }
  return platform.call(add, admin, { body })
}
const ask = (who: Context) => platform.call(sendSmsCode, who, { query: { phone } })
const codeSent = () =>
  /"code":"(\d{6})"/.exec(platform.log.findLast((line) => line.includes('sms code')) ?? '')

const changePassword = () =>
  change({ oldPassword: browserHash('Valid2026'), newPassword: password, reNewPassword: password })
const known = async () =>
  platform.db
    .updateTable('account')
    .set({ password_hash: await hashPassword(browserHash('Valid2026')) })
    .where('id', '=', me.id)
    .execute()

test.each<[string, () => Promise<{ code: number }>, (() => Promise<unknown>)?]>([
  ['added with one', addOne],
  ['given another', () => platform.call(resetPassword, admin, { body: { id: me.id, password } })],
  ['changing their own', () => changePassword(), known],
  ['sent a code', () => ask(from(me))],
  ['naming that code', () => change({ phone, smsCode: codeSent()?.[1] }), () => ask(from(me))],
])('HOLD-8 no transaction waits for its turn with passwords: an account %s', async (_, call, before) => {
  await before?.()
  await platform.token('admin')
  await platform.token(me.as)
  const line = jam()
  const answered = call()
  expect(await restsUntil(answered)).toBe(0)
  expect(await answered).toMatchObject({ code: 0 })
  await line
})

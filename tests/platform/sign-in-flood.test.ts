import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listEntries } from '#contracts/log'
import { hour, minute } from '#platform/kernel/clock'
import { browserHash, testPlatform } from './harness.ts'
import { from, signIn as signInAt } from './sign-in.ts'

const platform = testPlatform()
const wrong = { secret: browserHash('Wrong2026') }

async function signIn(username: string, address: string, drawn = {}): Promise<string> {
  platform.forward(1)
  return (await signInAt(platform, { ...wrong, username, ...drawn }, from(address))).msg
}
const wrongCaptcha = (username: string, address: string) =>
  signIn(username, address, { key: '4000000000', code: '0' })

async function entries(query: Record<string, unknown>) {
  return (await platform.ok(listEntries, { as: 'admin' }, { query: { limit: 100, ...query } })).content
}
/** Of the rows themselves: how soon the database gives back the room of their older versions hangs on what else it does. */
async function logBytes(): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(bytes), 0) as bytes from (
      select pg_column_size(l) as bytes from login_log l union all select pg_column_size(w) from log_word w
    ) as rows`.execute(platform.db)
  return Number(rows[0]?.bytes)
}

test('LLOG-1 a thousand wrong captchas of an address are one row with their number, and a few kilobytes', async () => {
  const address = '203.0.113.1'
  await wrongCaptcha('first', address)
  const [before] = await entries({ requestIp: address })
  expect(before).toMatchObject({ userName: 'first', reason: 'captchaWrong', count: 1 })
  const [bytes, all] = [await logBytes(), (await entries({})).length]
  for (let tried = 1; tried < 1000; tried += 9) {
    const at = Array.from({ length: 9 }, (_, more) => tried + more)
    await Promise.all(at.map((number) => wrongCaptcha(`name-${number}-${'x'.repeat(18)}`, address)))
  }
  platform.forward(minute)
  await wrongCaptcha('last', address)
  const rows = await entries({ requestIp: address })
  expect(rows).toMatchObject([{ userName: 'last', reason: 'captchaWrong', count: 1001, status: 2 }])
  expect(rows[0]?.loginTime).toBe(platform.now().toISOString())
  expect(await entries({ userName: 'last', requestIp: address })).toHaveLength(1)
  expect((await entries({})).length).toBe(all)
  expect((await logBytes()) - bytes).toBeLessThan(5_000)
  expect((await entries({}))[0]).toMatchObject({ userName: 'last' })
  platform.forward(hour)
  await wrongCaptcha('next-hour', address)
  expect((await entries({ requestIp: address })).map(({ count }) => count)).toEqual([1, 1001])
})

test('LLOG-1 the addresses of one IPv6 network share the row, and wrong captchas at the same moment are all counted', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, at) => wrongCaptcha('crowd', `2001:db8:0:7::${(at + 1).toString(16)}`)),
  )
  const rows = await entries({ userName: 'crowd' })
  expect(rows.map(({ count }) => count)).toEqual([40])
  await wrongCaptcha('crowd', '2001:db8:0:8::1')
  expect(await entries({ userName: 'crowd' })).toHaveLength(2)
})

test('LLOG-1 refusals of an address have a row each up to fifty in an hour; what goes beyond is one row a reason', async () => {
  const address = '203.0.113.3'
  const account = 'lina'
  for (let tried = 0; tried < 50; tried += 1) await signIn(`unknown-${tried}`, address)
  const single = await entries({ requestIp: address })
  expect(single.map(({ userName }) => userName)).toEqual(
    Array.from({ length: 50 }, (_, at) => `unknown-${at}`).toReversed(),
  )
  for (let tried = 50; tried < 60; tried += 1) await signIn(`unknown-${tried}`, address)
  for (let tried = 0; tried < 8; tried += 1) await signIn(account, address)
  const rows = (await entries({ requestIp: address })).slice(0, 3)
  expect(rows.map(({ userName, reason, count }) => `${userName} ${reason} ${count}`)).toEqual([
    `${account} locked 3`,
    `${account} passwordWrong 5`,
    'unknown-59 accountUnknown 10',
  ])
  expect((await entries({ requestIp: address })).length).toBe(53)
  platform.forward(hour)
  await signIn('unknown-later', address)
  expect((await entries({ requestIp: address }))[0]).toMatchObject({ userName: 'unknown-later', count: 1 })
})

import { expect, test } from 'vitest'
import { currentUser } from '#contracts/session'
import { day, hour, minute } from '#platform/clock'
import { newId } from '#platform/ids'
import { sweep } from '#platform/upkeep'
import { testPlatform } from './harness.ts'

const platform = testPlatform()

test('LOGIN-5 upkeep removes what has run out and keeps the rest', async () => {
  const { db, now } = platform
  await db
    .insertInto('captcha')
    .values([
      { key: 'old', answer: '1', expires_at: new Date(now().getTime() - 1) },
      { key: 'new', answer: '1', expires_at: new Date(now().getTime() + minute) },
    ])
    .execute()
  await db
    .insertInto('sign_in_attempt')
    .values([
      { account: 'old', address: 'x', failures: 5, last_at: new Date(now().getTime() - 2 * hour) },
      { account: 'new', address: 'x', failures: 5, last_at: now() },
    ])
    .execute()
  await db
    .insertInto('login_log')
    .values(
      Array.from({ length: 2500 }, () => ({
        id: newId(now()),
        user_name: 'ancient',
        request_ip: 'x',
        agent: '',
        login_result: '1',
        login_time: new Date(now().getTime() - 200 * day),
      })),
    )
    .execute()
  const kept = await db.selectFrom('login_log').where('user_name', '!=', 'ancient').select('id').execute()
  await sweep(db, now, 180)
  expect(await db.selectFrom('captcha').select('key').execute()).toEqual([{ key: 'new' }])
  expect(await db.selectFrom('sign_in_attempt').select('account').execute()).toEqual([{ account: 'new' }])
  expect(await db.selectFrom('login_log').select('id').execute()).toHaveLength(kept.length)
  expect((await platform.call(currentUser, { as: 'operator' })).code).toBe(0)
})

test('OLOG-1 upkeep trims both logs in batches, and takes away the words that only trimmed rows had', async () => {
  const { db, now } = platform
  const old = new Date(now().getTime() - 200 * day)
  const row = { account_id: 'x', module: 'role', type: 'add', method: 'POST', path: '/', request_ip: 'x' }
  const operations = [
    ...Array.from({ length: 2100 }, () => ({ username: 'long-gone', create_time: old })),
    { username: 'still-there', create_time: old },
    { username: 'still-there', create_time: now() },
  ]
  await db
    .insertInto('operation_log')
    .values(operations.map((given) => ({ ...row, ...given, id: newId(now()), status: '1' })))
    .execute()
  const words = async () => {
    const rows = await db
      .selectFrom('log_word')
      .where('word', 'in', ['long-gone', 'still-there', 'ancient', 'operator', 'role'])
      .orderBy('kind')
      .orderBy('word')
      .select(['kind', 'word'])
      .execute()
    return rows.map(({ kind, word }) => `${kind} ${word}`)
  }
  expect(await words()).toContain('operator long-gone')
  await sweep(db, now, 180)
  const left = await db
    .selectFrom('operation_log')
    .where('username', 'in', ['long-gone', 'still-there'])
    .select('username')
    .execute()
  expect(left).toEqual([{ username: 'still-there' }])
  expect(await words()).toEqual([
    'login operator',
    'module role',
    'operator operator',
    'operator still-there',
  ])
})

import { expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import { listOperations } from '#contracts/log'
import { admin, browserHash, testPlatform } from './harness.ts'

const platform = testPlatform()

async function account() {
  const userOrgList = [{ orgId: await platform.orgId('EAST') }]
  return { account: 'twice', name: 'T', phone: '13800000000', password: browserHash('Abc123'), userOrgList }
}
test.each(['ab\u200bc', '\u202ecba', '\u3164', 'a\u0007b'])(
  'ACC-3 VALID-2 the name %j is refused at its field, whatever sends it',
  async (name) => {
    const answer = await platform.call(accounts.add, admin, {
      body: { ...(await account()), account: 'seen', name },
    })
    expect(answer).toMatchObject({ status: 400, data: [{ field: 'name' }] })
    expect(JSON.stringify(answer.data)).toMatch(/invisible character \(U\+[0-9A-F]{4}\)/)
  },
)

test('ACC-4 VALID-2 a phone is stored as its digits, names and searches with composed letters', async () => {
  const body = {
    ...(await account()),
    account: 'pasted',
    name: '\u3000Jose\u0301 ',
    phone: '+86 138-0013-8000',
  }
  await platform.ok(accounts.add, admin, { body })
  const data = await platform.ok(accounts.list, admin, {
    query: { account: 'pasted', phone: '+86 138 0013' },
  })
  expect(data.content).toMatchObject([{ name: 'José', phone: '13800138000' }])
})

test('OLOG-1 VALID-2 a range whose end is before its beginning is refused at its field', async () => {
  const search = (beginTime: string, endTime: string) =>
    platform.call(listOperations, admin, { query: { beginTime, endTime } })
  expect(await search('2026-11-22', '2026-11-21')).toMatchObject({
    status: 400,
    data: [{ field: 'endTime', message: 'The end is before the beginning' }],
  })
  expect((await search('2026-11-21T08:00', '2026-11-21')).code).toBe(0)
  expect((await search('2026-11-21T08:00+08:00', '2026-11-21T00:00Z')).code).toBe(0)
  expect((await search('2026-11-21T08:01+08:00', '2026-11-21T00:00Z')).code).toBe(400)
})

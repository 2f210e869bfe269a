import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import { list } from '#contracts/online'
import { signOut } from '#contracts/session'
import { beginSession } from '#platform/kernel/auth/tokens'
import { hour } from '#platform/kernel/clock'
import { admin, testPlatform } from './harness.ts'
import { makePerson } from './records.ts'

const platform = testPlatform()

async function online(query: Record<string, unknown> = {}, context: { as: string; org?: string } = admin) {
  const data = await platform.ok(list, context, { query: { limit: 100, ...query } })
  expect(data.meta.count).toBe(data.content.length)
  return data.content
}
async function signIn(accountId: string, address: string): Promise<string> {
  return beginSession(platform.db, accountId, { address, agent: 'tests', now: platform.now() })
}

describe('online users', () => {
  test('ONLINE-1 one row a session with user name, host and login time, newest first; signing out takes it away', async () => {
    const person = await makePerson(platform, { EAST: [] })
    await signIn(person.id, '203.0.113.7')
    platform.forward(1000)
    const second = await signIn(person.id, '203.0.113.8')
    const rows = await online({ filter: person.account })
    expect(rows.map((row) => [row.userName, row.ip])).toEqual([
      [person.account, '203.0.113.8'],
      [person.account, '203.0.113.7'],
    ])
    expect(rows[0]?.loginTime).toBe(platform.now().toISOString())
    expect(new Set(rows.map((row) => row.id)).size).toBe(2)
    const headers = { authorization: `Bearer ${second}` }
    await platform.ok(signOut, { headers })
    expect((await online({ filter: person.account })).map((row) => row.ip)).toEqual(['203.0.113.7'])
  })

  test('ONLINE-1 LOGIN-7 a row holds neither the token nor what is stored of it', async () => {
    const person = await makePerson(platform, { EAST: [] })
    const token = await signIn(person.id, '203.0.113.9')
    const [row] = await online({ filter: person.account })
    const session = await platform.row('session', { account_id: person.id })
    expect(JSON.stringify(row)).not.toContain(token)
    expect(JSON.stringify(row)).not.toContain(session.token_hash)
  })

  test('ONLINE-1 sessions that ran out, idled out or were ended by disabling the account are not there', async () => {
    const person = await makePerson(platform, { EAST: [] })
    const isThere = async () => (await online({ filter: person.account })).length > 0
    await signIn(person.id, '203.0.113.10')
    expect(await isThere()).toBe(true)
    platform.forward(2 * hour)
    expect(await isThere()).toBe(false)
    await signIn(person.id, '203.0.113.10')
    expect(await isThere()).toBe(true)
    await platform.call(accounts.updateEnable, admin, { body: { id: person.id, enabled: 0 } })
    expect(await isThere()).toBe(false)
    const other = await makePerson(platform, { EAST: [] })
    await signIn(other.id, '203.0.113.10')
    await platform.set('session', { account_id: other.id }, { expires_at: platform.now() })
    expect(await online({ filter: other.account })).toEqual([])
  })

  test('ONLINE-1 the filter finds hosts as well as names', async () => {
    const person = await makePerson(platform, { EAST: [] })
    await signIn(person.id, '198.51.100.77')
    expect((await online({ filter: '100.77' })).map((row) => row.userName)).toEqual([person.account])
    expect(await online({ filter: '198_51' })).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import { list } from '#contracts/online'
import { signOut } from '#contracts/session'
import { hour } from '#platform/clock'
import { beginSession } from '#platform/session/tokens'
import { testPlatform } from './harness.ts'
import { makePerson } from './people.ts'

const platform = testPlatform()
const admin = { as: 'admin' }

async function online(query: Record<string, unknown> = {}, context: { as: string; org?: string } = admin) {
  const { data } = await platform.call(list, context, { query: { limit: 100, ...query } })
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
    expect((await platform.call(signOut, { headers })).code).toBe(0)
    expect((await online({ filter: person.account })).map((row) => row.ip)).toEqual(['203.0.113.7'])
  })

  test('ONLINE-1 LOGIN-7 a row holds neither the token nor what is stored of it', async () => {
    const person = await makePerson(platform, { EAST: [] })
    const token = await signIn(person.id, '203.0.113.9')
    const [row] = await online({ filter: person.account })
    const session = await platform.db
      .selectFrom('session')
      .where('account_id', '=', person.id)
      .select('token_hash')
      .executeTakeFirstOrThrow()
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
    await platform.db
      .updateTable('session')
      .set({ expires_at: platform.now() })
      .where('account_id', '=', other.id)
      .execute()
    expect(await online({ filter: other.account })).toEqual([])
  })

  test('ONLINE-1 one filter finds names and hosts; patterns are data', async () => {
    const person = await makePerson(platform, { EAST: [] })
    await signIn(person.id, '198.51.100.77')
    expect((await online({ filter: '100.77' })).map((row) => row.userName)).toEqual([person.account])
    expect(await online({ filter: person.account.toUpperCase() })).toHaveLength(1)
    expect(await online({ filter: '%' })).toEqual([])
    expect(await online({ filter: '198_51' })).toEqual([])
    const tooLong = await platform.call(list, admin, { query: { filter: 'a'.repeat(51) } })
    expect(tooLong).toMatchObject({ code: 400, data: [{ field: 'filter' }] })
  })

  test('PERM-5 ONLINE-1 shows people of the organizations in which the right is held, and no super administrator', async () => {
    const viewer = await makePerson(platform, { EAST: ['uia.online.search'], NORTH: [] })
    const north = await makePerson(platform, { NORTH: [] })
    const east = await makePerson(platform, { EAST: [], SOUTH: [] })
    const root = await makePerson(platform, { EAST: [] }, { super: true })
    for (const { id } of [north, east, root]) await signIn(id, '203.0.113.20')
    const who = { as: viewer.account, org: 'EAST' }
    const names = (await online({}, who)).map((row) => row.userName)
    expect(names).toContain(east.account)
    expect(names).not.toContain(north.account)
    expect(names).not.toContain(root.account)
    expect((await online({})).map((row) => row.userName)).toEqual(
      expect.arrayContaining([north.account, root.account]),
    )
  })
})

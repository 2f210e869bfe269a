import { describe, expect, test, vi } from 'vitest'
import * as accounts from '#contracts/account'
import { addressOf, type Endpoint } from '#contracts/endpoint'
import { codes } from '#contracts/envelope'
import { list as online } from '#contracts/online'
import { endpoints, pagesWith } from '#contracts/registry'
import * as roles from '#contracts/role'
import { rowsType } from '#contracts/rows'
import { currentUser, signOut } from '#contracts/session'
import { minute, second } from '#platform/kernel/clock'
import { admin, testPlatform } from './harness.ts'
import { makePerson, nodeIds } from './records.ts'

const platform = testPlatform()
const all = Object.entries<Endpoint>(endpoints).filter(([, { access }]) => access === 'session')
const everyCode = [...new Set(all.flatMap(([, { permissions }]) => permissions))]

async function viewed() {
  const person = await makePerson(platform, { EAST: everyCode })
  const orgId = await platform.orgId('EAST')
  const body = { userId: person.id, orgId }
  const { access_token } = await platform.ok(accounts.viewAs, admin, { body })
  return { person, orgId, headers: { authorization: `Bearer ${access_token}` } }
}
/** What is asked by POST, because an address has no room for it. */
const questions = [
  ...pagesWith('impactOfMany').map((key) => `${key}.impactOfMany`),
  ...['role.effect', 'accountImport.check'],
]
const listing = { query: { page: 1, limit: 10 } }

describe('WHY-3 a super administrator sees the console as somebody else', () => {
  test('with that person’s rights and no others, for half an hour, and nobody counts as signed in by it', async () => {
    const person = await makePerson(platform, { EAST: ['uia.role.search'] })
    const body = { userId: person.id, orgId: await platform.orgId('EAST') }
    const { access_token, expires_in } = await platform.ok(accounts.viewAs, admin, { body })
    expect(expires_in).toBe(1800)
    const who = { org: 'EAST', headers: { authorization: `Bearer ${access_token}` } }
    const user = await platform.ok(currentUser, who)
    expect(user).toMatchObject({ username: person.account, superIdentification: false, viewedBy: 'admin' })
    expect(user).toMatchObject({ mayViewAs: false, mustChangePassword: false })
    expect((await platform.ok(currentUser, admin)).mayViewAs).toBe(true)
    expect((await platform.ok(roles.list, who, listing)).meta.count).toBeGreaterThan(0)
    expect(await platform.code(accounts.list, who, listing)).toBe(403)
    const query = { filter: person.account, page: 1, limit: 10 }
    expect((await platform.ok(online, admin, { query })).content).toEqual([])
    platform.forward(31 * minute)
    expect(await platform.code(currentUser, who)).toBe(codes.signedOut)
  })

  test('DAY-7 every read is answered, by POST too, and no call changes anything, whatever the person may', async () => {
    const { headers } = await viewed()
    const before = await platform.fingerprint()
    for (const [name, endpoint] of all) {
      if (endpoint === signOut) continue
      const address = addressOf(endpoint, { params: { id: 'x', resourceId: 'x' }, query: {} })
      const answer = await platform.send(endpoint.method, address, {
        org: 'EAST',
        headers,
        ...(endpoint.method === 'POST' && { body: '{}', type: 'application/json' }),
      })
      const said = await answer.text()
      const isRefused = said.includes('viewing the console as somebody else')
      const changes = endpoint.method === 'POST' ? !questions.includes(name) : name === 'user.sendSmsCode'
      expect(isRefused && answer.status === 403, `${name}: ${said}`).toBe(changes)
    }
    expect(await platform.fingerprint()).toEqual(before)
    expect(await platform.count('sms_code')).toBe(0)
  })

  test('every step is logged under both names, beginning and end too', async () => {
    const { person, orgId, headers } = await viewed()
    const who = { org: 'EAST', headers }
    await platform.ok(roles.list, who, listing)
    const [id] = Object.values(person.roles)
    const body = { id, resourceIdList: await nodeIds(platform, 'uia.role.search') }
    await platform.ok(roles.effect, who, { body })
    expect(await platform.code(roles.remove, who, { params: { id } })).toBe(403)
    await platform.ok(signOut, who)
    expect(await platform.code(currentUser, who)).toBe(codes.sessionEnded)
    expect(await platform.code(currentUser, admin)).toBe(0)
    const account_id = await platform.accountId('admin')
    const [begin] = await platform.rows('operation_log', { type: 'viewAs', subject_id: person.id })
    expect(begin).toMatchObject({ username: 'admin', subject_name: person.account, status: '1' })
    expect(begin?.changes).toMatchObject({ orgId: { after: { id: orgId } } })
    const steps = await platform.rows('operation_log', { username: `admin → ${person.account}` })
    expect(steps.every((step) => step.account_id === account_id && step.org_id === orgId)).toBe(true)
    expect(steps.map(({ module, type, status }) => `${module} ${type} ${status}`).toSorted()).toEqual([
      'role delete 3',
      'role read 1',
      'role read 1',
      'session logout 1',
    ])
  })

  test('PERM-5 of a person of several organizations it stands, the beginning too, in the log of the one that it is of', async () => {
    const person = await makePerson(platform, { EAST: [], NORTH: [] })
    for (const code of ['EAST', 'NORTH']) {
      for (const who of [admin, { as: 'admin', org: 'EAST' }]) {
        const orgId = await platform.orgId(code)
        platform.forward(second)
        await platform.ok(accounts.viewAs, who, { body: { userId: person.id, orgId } })
        const rows = await platform.rows('operation_log', { type: 'viewAs', subject_id: person.id })
        const begin = rows.toSorted((one, other) => +one.create_time - +other.create_time).at(-1)
        expect(begin?.org_id).toBe(orgId)
      }
    }
  })

  test('it is over with the session that it began from, with the rights of the one and the account of the other', async () => {
    for (const end of [
      () => platform.ok(signOut, admin),
      () => platform.set('account', { account: 'admin' }, { super: false }),
      (id: string) => platform.set('account', { id }, { enabled: false }),
      (id: string) => platform.set('account', { id }, { super: true }),
    ]) {
      const { person, headers } = await viewed()
      expect(await platform.code(currentUser, { headers })).toBe(0)
      await end(person.id)
      expect(await platform.code(currentUser, { headers })).toBe(codes.sessionEnded)
      await platform.set('account', { account: 'admin' }, { super: true })
      platform.forward(1)
    }
  })

  test('and so are all rows of a list that are being read in it', async () => {
    const { headers } = await viewed()
    const asked = { org: 'EAST', headers: { ...headers, accept: rowsType } }
    const reader = (await platform.send('GET', accounts.list.path, asked)).body?.getReader()
    await reader?.read()
    await reader?.read()
    await platform.ok(signOut, admin)
    platform.forward(6_000)
    const now = performance.now.bind(performance)
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 6_000)
    await expect(reader?.read()).rejects.toThrow()
    later.mockRestore()
  })

  test('nobody else may, nor as a super administrator, a disabled account or out of the organization, nor out of a view', async () => {
    const { person, orgId, headers } = await viewed()
    const view = (userId: string, org = orgId, who: object = admin) =>
      platform.code(accounts.viewAs, who, { body: { userId, orgId: org } })
    expect(await view(person.id, orgId, { as: person.account, org: 'EAST' })).toBe(403)
    expect(await view(person.id, orgId, { headers })).toBe(403)
    expect(await view(person.id, await platform.orgId('WEST'))).toBe(400)
    expect(await view(await platform.accountId('admin'))).toBe(400)
    await platform.set('account', { id: person.id }, { enabled: false })
    expect(await view(person.id)).toBe(400)
  })
})

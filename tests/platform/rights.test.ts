import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import { type ImportRow, importFields } from '#contracts/account-import'
import * as assets from '#contracts/assets'
import type { Endpoint } from '#contracts/endpoint'
import * as organizations from '#contracts/organization'
import { type EndpointName, endpoints } from '#contracts/registry'
import * as roles from '#contracts/role'
import { browserHash, testPlatform } from './harness.ts'
import { fresh, logged, makeOrganization, makePerson, makeSystem, nodeIds } from './records.ts'
import { describedResources, removalOf, switchOf } from './resources.ts'

const platform = testPlatform()
type Input = Record<string, unknown>

/** A node that every person of these tests holds, so that they may put it into a role. */
const given = 'ems.stations.search'
const calls = Object.entries<Endpoint>(endpoints)
const everyCode = [...new Set(calls.flatMap(([, { permissions }]) => permissions))]

/** An input of each call that would succeed but for the permission, for somebody who works in EAST alone. */
const inputs: Record<string, () => Promise<Input>> = {}
for (const { key, make, form, formOf } of describedResources(platform)) {
  const own = async () => (key === 'organization' ? platform.orgId('EAST') : make())
  inputs[`${key}.impact`] = inputs[`${key}.detail`] = async () => ({ params: { id: await own() } })
  inputs[`${key}.impactOfMany`] = async () => ({ body: { ids: [await own()] } })
  inputs[`${key}.add`] = async () => ({ body: await form() })
  inputs[`${key}.update`] = async () => ({ body: await formOf(await own()) })
  inputs[`${key}.restore`] = async () => {
    const id = await make()
    await platform.ok(endpoints[`${key}.remove` as EndpointName], { as: 'admin' }, removalOf(key, id))
    return { params: { id } }
  }
  inputs[`${key}.remove`] = async () => removalOf(key, await own())
  inputs[`${key}.updateEnable`] = async () => switchOf(key, await own(), key === 'organization' ? 1 : 0)
}
const ofEast = async () => ({ query: { orgId: await platform.orgId('EAST') } })
Object.assign(inputs, {
  'account.usersRoles': async () => {
    const { id } = await makePerson(platform, { EAST: [] })
    return { query: { userId: id, orgId: await platform.orgId('EAST') } }
  },
  'account.updateRoles': async () => {
    const { id, roles: held } = await makePerson(platform, { EAST: [] })
    const body = { userId: id, orgId: await platform.orgId('EAST'), usersRoleList: [held.EAST] }
    return { body }
  },
  'account.setRole': async () => {
    const { id, roles: held } = await makePerson(platform, { EAST: [] })
    return { body: { userId: id, orgId: await platform.orgId('EAST'), roleId: held.EAST, held: 1 } }
  },
  'account.setDepartment': async () => {
    const { id } = await makePerson(platform, { EAST: [] })
    return { body: { userId: id, orgId: await platform.orgId('EAST'), deptId: null } }
  },
  'account.listRole': ofEast,
  'account.resetPassword': async () => {
    const { id } = await makePerson(platform, { EAST: [] })
    return { body: { id, password: browserHash('Secret123') } }
  },
  'account.sessions': async () => ({ query: { userId: (await makePerson(platform, { EAST: [] })).id } }),
  'account.endSessions': async () => ({ body: { userId: (await makePerson(platform, { EAST: [] })).id } }),
  'accountImport.check': async () => ({
    body: { rows: [Object.fromEntries(importFields.map((field) => [field, 'x'])) as ImportRow] },
  }),
  'accountImport.imported': async () => ({ query: { importId: 'an-import-of-a-test' } }),
  'role.effect': async () => {
    const { roles: held } = await makePerson(platform, { EAST: [given] })
    return { body: { id: held.EAST, resourceIdList: await nodeIds(platform, given) } }
  },
  'access.holders': async () => ({ query: { ...(await ofEast()).query, codes: given } }),
  'department.listByOrganization': ofEast,
  'operation.history': async () => ({
    query: { menuName: 'organization', subjectId: await platform.orgId('EAST') },
  }),
  'assets.addAll': async () => {
    const code = `found${fresh()}`
    await makeSystem(platform, code, 'EAST')
    return { body: [{ code, resources: [] }] }
  },
})
/** Deleting an organization takes one in which nobody is left: below. Two kinds come back for whoever deleted them: `bin.test.ts`. */
const elsewhere = ['organization.remove', 'organization.restore', 'menu.restore']
const guarded = calls
  .filter(([name, { permissions }]) => permissions.length > 0 && !elsewhere.includes(name))
  .map(([name]) => name)
const sampleOf = (name: string): [Endpoint, () => Promise<Input>] => [
  endpoints[name as EndpointName],
  inputs[name] ?? (async () => ({})),
]
/** `endpoint` fits the contract in both, so that `call` can tell: a success of discovery is 200. */
const outcome = async (endpoint: Endpoint, who: { as?: string; org?: string }, input: Input) => {
  const { status, code } = await platform.call(endpoint, who, input)
  return code === endpoint.success ? 'done' : status
}

describe.each(guarded)('%s', (name) => {
  const [endpoint, input] = sampleOf(name)

  test('PERM-1 PERM-2 PERM-3 works with each of its codes alone, is refused with all others, and the refusal is logged', async () => {
    const known = await platform.rows('menu_node', { code: everyCode })
    const others = known.map(({ code }) => code).filter((code) => !endpoint.permissions.includes(code))
    const without = await makePerson(platform, { EAST: [...others, given] })
    const refused = await input()
    const row = await logged(platform, async () => {
      const answer = await platform.call(endpoint, { as: without.account, org: 'EAST' }, refused)
      expect(answer).toMatchObject({ status: 403, code: 403, data: { orgId: await platform.orgId('EAST') } })
    })
    // The page whose code comes first, where several pages make the call.
    const [, module] = endpoint.permissions[0]?.split('.') ?? []
    expect(row).toMatchObject({ username: without.account, module, status: '3', changes: null })
    for (const code of endpoint.permissions) {
      const { account } = await makePerson(platform, { EAST: [code, given] })
      expect(await outcome(endpoint, { as: account, org: 'EAST' }, await input()), code).toBe('done')
    }
  })

  test('PERM-1 PERM-5 is refused without a token, without a context and in another organization', async () => {
    const { account: as } = await makePerson(platform, {
      EAST: [...endpoint.permissions, given],
      WEST: [given],
    })
    const refused = await input()
    expect(await outcome(endpoint, { org: 'EAST' }, refused)).toBe(401)
    for (const who of [{ as }, { as, org: 'WEST' }, { as, org: 'NORTH' }, { as: 'orphan', org: 'EAST' }]) {
      expect(await outcome(endpoint, who, refused), JSON.stringify(who)).toBe(403)
    }
    expect(await outcome(endpoint, { as, org: 'EAST' }, refused)).toBe('done')
  })

  test('PERM-1 is open to a super administrator, without code or context', async () => {
    expect(await outcome(endpoint, { as: 'admin' }, await input())).toBe('done')
  })

  test('EDGE-8 is refused from the call after the one that took the right away', async () => {
    const holder = await makePerson(platform, { EAST: [...endpoint.permissions, given] })
    const who = { as: holder.account, org: 'EAST' }
    expect(await outcome(endpoint, who, await input())).toBe('done')
    const resourceIdList = await nodeIds(platform, given)
    const orgId = await platform.orgId('EAST')
    const body = { id: holder.roles.EAST, name: `Less ${fresh()}`, orgId, resourceIdList }
    await platform.ok(roles.update, { as: 'admin' }, { body })
    expect(await outcome(endpoint, who, await input())).toBe(403)
  })
})

test('PERM-2 organization.delete deletes an organization, and no other code does', async () => {
  const { id, code } = await makeOrganization(platform)
  const others = everyCode.filter((one) => one !== 'uia.organization.delete')
  const remove = (as: string) => platform.code(organizations.remove, { as, org: 'EAST' }, { params: { id } })
  const without = await makePerson(platform, { EAST: others, [code]: others })
  expect(await remove(without.account)).toBe(403)
  await platform.delete('account', { id: without.id })
  await platform.delete('role', { org_id: id })
  const rights = ['uia.organization.delete']
  const holder = await makePerson(platform, { EAST: rights, [code]: rights })
  expect(await remove(holder.account)).toBe(0)
})

test('PERM-1 PERM-3 a code of discovery opens exactly its call', async () => {
  const found = { findSystem: 'index', findAll: 'findAll', addAll: 'addAll', getAddStatus: 'getAddStatus' }
  for (const [call, { permissions }] of Object.entries<Endpoint>(assets.assets.endpoints)) {
    expect(permissions, call).toEqual([`uia.assets.${found[call as keyof typeof found]}`])
  }
})

test('PERM-1 the prefix of a code is optional in the tree', async () => {
  const { account } = await makePerson(platform, { EAST: ['uia.account.search'] })
  const rename = (code: string, to: string) => platform.set('menu_node', { code }, { code: to })
  await rename('uia.account.search', 'account.search')
  await platform.ok(accounts.list, { as: account, org: 'EAST' })
  await rename('account.search', 'uia.account.search')
})

test('EDGE-8 a right, an organization, a membership that comes or goes counts from the next call on', async () => {
  const person = await makePerson(platform, { EAST: [] })
  const code = () => platform.code(accounts.list, { as: person.account, org: 'EAST' })
  const id = await platform.orgId('EAST')
  expect(await code()).toBe(403)
  const [node_id = ''] = await nodeIds(platform, 'uia.account.search')
  await platform.insert('role_node', { role_id: person.roles.EAST ?? '', node_id })
  expect(await code()).toBe(0)
  await platform.set('organization', { id }, { enabled: false })
  expect(await code()).toBe(403)
  await platform.set('organization', { id }, { enabled: true })
  expect(await code()).toBe(0)
  await platform.delete('membership', { account_id: person.id })
  expect(await code()).toBe(403)
})

test('PERM-4 a role in a disabled organization opens nothing', async () => {
  const { id, code } = await makeOrganization(platform)
  const { account } = await makePerson(platform, { [code]: ['uia.role.search', 'uia.role.add'] })
  const who = { as: account, org: code }
  await platform.ok(roles.list, who)
  await platform.set('organization', { id }, { enabled: false })
  expect(await platform.code(roles.list, who)).toBe(403)
  expect(await platform.code(endpoints['menu.findAllPermission'], who)).toBe(403)
})

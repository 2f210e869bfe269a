import { describe, expect, test } from 'vitest'
import * as departments from '#contracts/department'
import type { Endpoint } from '#contracts/endpoint'
import { listEntries, listOperations } from '#contracts/log'
import { findAllPermission } from '#contracts/menu'
import * as online from '#contracts/online'
import * as organizations from '#contracts/organization'
import { endpoints } from '#contracts/registry'
import * as roles from '#contracts/role'
import { testPlatform } from './harness.ts'
import { makeDepartment, makePerson, makeRole } from './people.ts'

const platform = testPlatform()
let made = 0

/** A node that every person of these tests holds, so that they may put it into a role. */
const given = 'ems.stations.search'

/** Each call with an input that would succeed but for the permission. The person works in EAST and is a member of it alone. */
const samples: Record<string, readonly [Endpoint, () => Promise<Record<string, unknown>>]> = {
  'role.list': [roles.list, async () => ({})],
  'role.detail': [roles.detail, async () => ({ params: { id: await role() } })],
  'role.add': [roles.add, async () => ({ body: await roleForm() })],
  'role.update': [roles.update, async () => ({ body: { ...(await roleForm()), id: await role() } })],
  'role.remove': [roles.remove, async () => ({ params: { id: await role() } })],
  'menu.findAllPermission': [findAllPermission, async () => ({})],
  'department.list': [departments.list, async () => ({})],
  'department.detail': [departments.detail, async () => ({ params: { id: await department() } })],
  'department.add': [departments.add, async () => ({ body: await departmentForm() })],
  'department.update': [
    departments.update,
    async () => ({ body: { ...(await departmentForm()), id: await department() } }),
  ],
  'department.remove': [departments.remove, async () => ({ params: { id: await department() } })],
  'department.updateEnable': [
    departments.updateEnable,
    async () => ({ query: { id: await department(), enabled: 0 } }),
  ],
  'organization.list': [organizations.list, async () => ({})],
  'organization.detail': [
    organizations.detail,
    async () => ({ params: { id: await platform.orgId('EAST') } }),
  ],
  'organization.add': [organizations.add, async () => ({ body: organizationForm() })],
  'organization.update': [
    organizations.update,
    async () => ({
      body: { ...organizationForm(), id: await platform.orgId('EAST'), code: 'EAST', name: '华东储能' },
    }),
  ],
  'organization.updateEnable': [
    organizations.updateEnable,
    async () => ({ query: { id: await platform.orgId('EAST'), enabled: 1 } }),
  ],
  'online.list': [online.list, async () => ({})],
  'log.listOperations': [listOperations, async () => ({})],
  'log.listEntries': [listEntries, async () => ({})],
}
const names = Object.keys(samples)
const everyCode = [...new Set(Object.values<Endpoint>(endpoints).flatMap((endpoint) => endpoint.permissions))]

async function role(): Promise<string> {
  return makeRole(platform, 'EAST', [given])
}
async function department(): Promise<string> {
  return (await makeDepartment(platform, 'EAST')).id
}
async function roleForm() {
  made += 1
  const node = await platform.db
    .selectFrom('menu_node')
    .where('code', '=', given)
    .select('id')
    .executeTakeFirstOrThrow()
  return { name: `R${made}`, orgId: await platform.orgId('EAST'), resourceIdList: [node.id] }
}
async function departmentForm() {
  made += 1
  return { name: `D${made}`, code: `D${made}`, orgId: await platform.orgId('EAST'), enabled: 1 }
}
function organizationForm() {
  made += 1
  return { name: `O${made}`, code: `O${made}`, enabled: 1 }
}

describe('permission codes', () => {
  test.each(names)(
    'PERM-1 PERM-2 PERM-3 %s works with each of its codes and is refused with every other one',
    async (name) => {
      const sample = samples[name]
      if (sample === undefined) throw new Error(name)
      const [endpoint, input] = sample
      const others = everyCode.filter((code) => !endpoint.permissions.includes(code))
      const without = await makePerson(platform, { EAST: [...others, given] })
      expect(
        await platform.call(endpoint, { as: without.account, org: 'EAST' }, await input()),
      ).toMatchObject({ status: 403, code: 403, data: null })
      for (const code of endpoint.permissions) {
        const holder = await makePerson(platform, { EAST: [code, given] })
        expect(
          await platform.call(endpoint, { as: holder.account, org: 'EAST' }, await input()),
        ).toMatchObject({ status: 200, code: 0 })
      }
    },
  )

  test.each(names)(
    'PERM-1 PERM-5 %s is refused without a token, without a context and in another organization',
    async (name) => {
      const sample = samples[name]
      if (sample === undefined) throw new Error(name)
      const [endpoint, input] = sample
      const holder = await makePerson(platform, { EAST: [...endpoint.permissions, given], WEST: [given] })
      const { account } = holder
      expect((await platform.call(endpoint, { org: 'EAST' }, await input())).status).toBe(401)
      expect((await platform.call(endpoint, { as: account }, await input())).status).toBe(403)
      expect((await platform.call(endpoint, { as: account, org: 'WEST' }, await input())).status).toBe(403)
      expect((await platform.call(endpoint, { as: account, org: 'NORTH' }, await input())).status).toBe(403)
      expect((await platform.call(endpoint, { as: 'orphan', org: 'EAST' }, await input())).status).toBe(403)
      expect((await platform.call(endpoint, { as: account, org: 'EAST' }, await input())).status).toBe(200)
    },
  )

  test.each(names)('PERM-1 %s is open to a super administrator, without code or context', async (name) => {
    const sample = samples[name]
    if (sample === undefined) throw new Error(name)
    const [endpoint, input] = sample
    expect(await platform.call(endpoint, { as: 'admin' }, await input())).toMatchObject({ code: 0 })
  })

  test.each(names)(
    'EDGE-8 %s is refused from the call after the one that took the right away',
    async (name) => {
      const sample = samples[name]
      if (sample === undefined) throw new Error(name)
      const [endpoint, input] = sample
      const holder = await makePerson(platform, { EAST: [...endpoint.permissions, given] })
      const who = { as: holder.account, org: 'EAST' }
      expect((await platform.call(endpoint, who, await input())).code).toBe(0)
      const body = { ...(await roleForm()), id: holder.roles.EAST ?? '' }
      expect((await platform.call(roles.update, { as: 'admin' }, { body })).code).toBe(0)
      expect((await platform.call(endpoint, who, await input())).code).toBe(403)
    },
  )

  test('PERM-2 organization.delete deletes an organization, and no other code does', async () => {
    const orgCode = 'DELETED'
    const add = { body: { name: 'x', code: orgCode, enabled: 1 } }
    expect((await platform.call(organizations.add, { as: 'admin' }, add)).code).toBe(0)
    const params = { id: await platform.orgId(orgCode) }
    const others = everyCode.filter((code) => code !== 'uia.organization.delete')
    const without = await makePerson(platform, { EAST: others, [orgCode]: others })
    expect(
      (await platform.call(organizations.remove, { as: without.account, org: 'EAST' }, { params })).code,
    ).toBe(403)
    await platform.db.deleteFrom('account').where('id', '=', without.id).execute()
    await platform.db.deleteFrom('role').where('org_id', '=', params.id).execute()
    const codes = ['uia.organization.delete']
    const holder = await makePerson(platform, { EAST: codes, [orgCode]: codes })
    expect(
      (await platform.call(organizations.remove, { as: holder.account, org: 'EAST' }, { params })).code,
    ).toBe(0)
  })
})

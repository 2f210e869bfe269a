import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as departments from '#contracts/department'
import type { Endpoint } from '#contracts/endpoint'
import { testPlatform } from './harness.ts'
import { makePerson, makeRole } from './people.ts'

const platform = testPlatform()

/** A call that would succeed but for the permission. */
async function samples(): Promise<[name: string, endpoint: Endpoint, input: Record<string, unknown>][]> {
  const orgId = await platform.orgId('EAST')
  const { id, roles } = await makePerson(platform, { EAST: [] })
  const form = { name: 'x', phone: '13812345678', userOrgList: [{ orgId }] }
  const person = () => makePerson(platform, { EAST: [] })
  return [
    ['list', accounts.list, {}],
    ['detail', accounts.detail, { params: { id } }],
    ['add', accounts.add, { body: { ...form, account: `added${id.slice(-6)}`, password: 'a'.repeat(64) } }],
    ['update', accounts.update, { body: { ...form, id, account: `kept${id.slice(-6)}` } }],
    ['remove', accounts.remove, { params: { id: (await person()).id } }],
    ['updateEnable', accounts.updateEnable, { body: { id: (await person()).id, enabled: 0 } }],
    ['usersRoles', accounts.usersRoles, { query: { userId: id, orgId } }],
    ['updateRoles', accounts.updateRoles, { body: { userId: id, orgId, usersRoleList: [roles.EAST] } }],
    ['listRole', accounts.listRole, { query: { orgId } }],
    ['listByOrganization', departments.listByOrganization, { query: { orgId } }],
  ]
}
const names = [
  'list',
  'detail',
  'add',
  'update',
  'remove',
  'updateEnable',
  'usersRoles',
  'updateRoles',
  'listRole',
  'listByOrganization',
]
const allCodes = [
  ...new Set(Object.values(accounts).flatMap((one) => ('permissions' in one ? one.permissions : []))),
]

describe('permission codes', () => {
  test.each(names)('PERM-1 %s works with its code and is refused with every other one', async (name) => {
    const sample = (await samples()).find(([candidate]) => candidate === name)
    if (sample === undefined) throw new Error(`no sample for ${name}`)
    const [, endpoint, input] = sample
    const others = allCodes.filter((code) => !endpoint.permissions.includes(code))
    const without = await makePerson(platform, { EAST: others })
    expect(await platform.call(endpoint, { as: without.account, org: 'EAST' }, input)).toMatchObject({
      status: 403,
      code: 403,
      data: null,
    })
    const holder = await makePerson(platform, { EAST: endpoint.permissions.slice(0, 1) })
    expect(await platform.call(endpoint, { as: holder.account, org: 'EAST' }, input)).toMatchObject({
      status: 200,
      code: 0,
    })
  })

  test.each(names)(
    'PERM-1 %s is refused without a token, without a context and in another organization',
    async (name) => {
      const sample = (await samples()).find(([candidate]) => candidate === name)
      if (sample === undefined) throw new Error(`no sample for ${name}`)
      const [, endpoint, input] = sample
      const holder = await makePerson(platform, { EAST: endpoint.permissions, WEST: [] })
      expect((await platform.call(endpoint, { org: 'EAST' }, input)).status).toBe(401)
      expect((await platform.call(endpoint, { as: holder.account }, input)).status).toBe(403)
      expect((await platform.call(endpoint, { as: holder.account, org: 'WEST' }, input)).status).toBe(403)
      expect((await platform.call(endpoint, { as: holder.account, org: 'NORTH' }, input)).status).toBe(403)
      expect((await platform.call(endpoint, { as: holder.account, org: 'EAST' }, input)).status).toBe(200)
    },
  )

  test('PERM-1 a super administrator needs neither code nor context', async () => {
    for (const [, endpoint, input] of await samples()) {
      expect(await platform.call(endpoint, { as: 'admin' }, input)).toMatchObject({ code: 0 })
    }
  })

  test('PERM-1 the prefix of a code is optional in the tree', async () => {
    const { account } = await makePerson(platform, { EAST: ['uia.account.search'] })
    const rename = (from: string, to: string) =>
      platform.db.updateTable('menu_node').set({ code: to }).where('code', '=', from).execute()
    await rename('uia.account.search', 'account.search')
    expect((await platform.call(accounts.list, { as: account, org: 'EAST' })).code).toBe(0)
    await rename('account.search', 'uia.account.search')
  })

  test('EDGE-8 a role, a right, a membership that comes or goes counts from the next call on', async () => {
    const person = await makePerson(platform, { EAST: [] })
    const who = { as: person.account, org: 'EAST' }
    const code = async () => (await platform.call(accounts.list, who)).code
    const roleId = person.roles.EAST ?? ''
    const orgId = await platform.orgId('EAST')
    const { db } = platform
    expect(await code()).toBe(403)
    const node = db.selectFrom('menu_node').where('code', '=', 'uia.account.search').select('id')
    await db.insertInto('role_node').values({ role_id: roleId, node_id: node }).execute()
    expect(await code()).toBe(0)
    await db.updateTable('organization').set({ enabled: false }).where('id', '=', orgId).execute()
    expect(await code()).toBe(403)
    await db.updateTable('organization').set({ enabled: true }).where('id', '=', orgId).execute()
    expect(await code()).toBe(0)
    await db.deleteFrom('membership').where('account_id', '=', person.id).execute()
    expect(await code()).toBe(403)
  })
})

describe('changing across organizations', () => {
  const rights = [
    'uia.account.update',
    'uia.account.delete',
    'uia.account.updateEnable',
    'uia.account.usersRolesUpdate',
    'uia.account.add',
  ]

  async function placesOf(id: string): Promise<string[]> {
    const rows = await platform.db
      .selectFrom('membership as m')
      .innerJoin('organization as o', 'o.id', 'm.org_id')
      .where('m.account_id', '=', id)
      .orderBy('o.code')
      .select('o.code')
      .execute()
    return rows.map((row) => row.code)
  }
  async function body(id: string, orgCodes: string[], more: Record<string, unknown> = {}) {
    const userOrgList = await Promise.all(
      orgCodes.map(async (code) => ({ orgId: await platform.orgId(code) })),
    )
    return {
      body: { id, account: `shared${id.slice(-6)}`, name: 'x', phone: '13812345678', userOrgList, ...more },
    }
  }

  test('PERM-5 an update touches memberships and roles inside the reach only', async () => {
    const chief = await makePerson(platform, { EAST: rights, WEST: rights, NORTH: [] })
    const who = { as: chief.account, org: 'EAST' }
    const target = await makePerson(platform, { EAST: [], WEST: [], NORTH: [] })
    expect(
      (
        await platform.call(
          accounts.update,
          who,
          await body(target.id, ['EAST'], { usersRoleList: [target.roles.EAST] }),
        )
      ).code,
    ).toBe(0)
    expect(await placesOf(target.id)).toEqual(['EAST', 'NORTH'])
    const roles = await platform.db
      .selectFrom('account_role')
      .where('account_id', '=', target.id)
      .select('role_id')
      .execute()
    expect(roles.map((row) => row.role_id).sort()).toEqual([target.roles.EAST, target.roles.NORTH].sort())
    for (const codes of [['EAST', 'NORTH'], ['NORTH'], ['EAST', 'SOUTH']]) {
      expect((await platform.call(accounts.update, who, await body(target.id, codes))).code).toBe(403)
    }
    expect(await placesOf(target.id)).toEqual(['EAST', 'NORTH'])
  })

  test('PERM-5 an account of another organization cannot be changed in any way', async () => {
    const chief = await makePerson(platform, { EAST: rights })
    const who = { as: chief.account, org: 'EAST' }
    const orgId = await platform.orgId('EAST')
    const foreign = await makePerson(platform, { NORTH: [] })
    const root = await makePerson(platform, { EAST: [] }, { super: true })
    const role = await makeRole(platform, 'EAST', [])
    for (const { id } of [foreign, root, { id: 'unknown' }]) {
      const answers = [
        await platform.call(accounts.update, who, await body(id, ['EAST'])),
        await platform.call(accounts.remove, who, { params: { id } }),
        await platform.call(accounts.updateEnable, who, { body: { id, enabled: 0 } }),
        await platform.call(accounts.updateRoles, who, {
          body: { userId: id, orgId, usersRoleList: [role] },
        }),
      ]
      expect(answers.map((answer) => answer.code)).toEqual([403, 403, 403, 403])
      expect(new Set(answers.map((answer) => answer.msg)).size).toBe(1)
    }
    expect(await placesOf(foreign.id)).toEqual(['NORTH'])
    expect(await placesOf(root.id)).toEqual(['EAST'])
  })

  test('PERM-5 an account shared with an organization out of reach is neither deleted nor disabled', async () => {
    const chief = await makePerson(platform, { EAST: rights })
    const who = { as: chief.account, org: 'EAST' }
    const shared = await makePerson(platform, { EAST: [], NORTH: [] })
    for (const answer of [
      await platform.call(accounts.remove, who, { params: { id: shared.id } }),
      await platform.call(accounts.updateEnable, who, { body: { id: shared.id, enabled: 0 } }),
    ]) {
      expect(answer).toMatchObject({ status: 409, code: 409 })
      expect(answer.msg).toContain('organizations outside your reach')
    }
    expect((await platform.call(accounts.remove, { as: 'admin' }, { params: { id: shared.id } })).code).toBe(
      0,
    )
  })

  test('PERM-5 changing roles by an update takes the role right as well, in the organization concerned', async () => {
    const editor = await makePerson(platform, { EAST: rights, WEST: ['uia.account.update'] })
    const who = { as: editor.account, org: 'EAST' }
    const target = await makePerson(platform, { EAST: [], WEST: [] })
    const places = ['EAST', 'WEST']
    const [east, west] = [await makeRole(platform, 'EAST', []), await makeRole(platform, 'WEST', [])]
    const update = async (usersRoleList: (string | undefined)[]) =>
      (await platform.call(accounts.update, who, await body(target.id, places, { usersRoleList }))).code
    expect(await update([target.roles.EAST, target.roles.WEST])).toBe(0)
    expect(await update([target.roles.WEST, east])).toBe(0)
    expect(await update([east])).toBe(403)
    expect(await update([east, target.roles.WEST, west])).toBe(403)
    const roles = await platform.db
      .selectFrom('account_role')
      .where('account_id', '=', target.id)
      .select('role_id')
      .execute()
    expect(roles.map((row) => row.role_id).sort()).toEqual([east, target.roles.WEST].sort())
  })

  test('PERM-5 nobody grants a role that holds more than they hold there themselves', async () => {
    const chief = await makePerson(platform, {
      EAST: [...rights, 'uia.role.search'],
      WEST: [...rights, 'uia.role.add'],
    })
    const who = { as: chief.account, org: 'EAST' }
    const orgId = await platform.orgId('EAST')
    const target = await makePerson(platform, { EAST: ['uia.menu.delete'] })
    const held = await makeRole(platform, 'EAST', ['uia.role.search', 'uia.account.add'])
    const more = await makeRole(platform, 'EAST', ['uia.role.search', 'uia.role.add'])
    const grant = async (usersRoleList: (string | undefined)[]) =>
      platform.call(accounts.updateRoles, who, { body: { userId: target.id, orgId, usersRoleList } })
    expect((await grant([held, target.roles.EAST])).code).toBe(0)
    const refused = await grant([held, more])
    expect(refused).toMatchObject({ status: 403, code: 403 })
    expect(refused.msg).toContain('rights that you do not hold yourself')
    const added = await body('', ['EAST'], {
      usersRoleList: [more],
      password: 'a'.repeat(64),
      account: 'promoted',
    })
    expect((await platform.call(accounts.add, who, { body: { ...added.body, id: null } })).code).toBe(403)
    expect(
      await platform.db.selectFrom('account').where('account', '=', 'promoted').select('id').execute(),
    ).toEqual([])
    const own = { userId: chief.id, orgId, usersRoleList: [chief.roles.EAST, more] }
    expect((await platform.call(accounts.updateRoles, who, { body: own })).code).toBe(403)
    const asRoot = { userId: target.id, orgId, usersRoleList: [more] }
    expect((await platform.call(accounts.updateRoles, { as: 'admin' }, { body: asRoot })).code).toBe(0)
  })
})

describe('protected accounts', () => {
  test('PERM-5 nobody deletes or disables themselves', async () => {
    const person = await makePerson(platform, { EAST: ['uia.account.delete', 'uia.account.updateEnable'] })
    for (const [id, who] of [
      [person.id, { as: person.account, org: 'EAST' }],
      [await platform.accountId('admin'), { as: 'admin' }],
    ] as const) {
      expect(await platform.call(accounts.remove, who, { params: { id } })).toMatchObject({
        code: 409,
        msg: 'You cannot disable or delete yourself',
      })
      expect((await platform.call(accounts.updateEnable, who, { body: { id, enabled: 0 } })).code).toBe(409)
    }
  })

  test('PERM-5 two super administrators who remove each other at once: one of them stays', async () => {
    const { db } = platform
    await db.updateTable('account').set({ super: false }).where('super', '=', true).execute()
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [
        await makePerson(platform, {}, { super: true }),
        await makePerson(platform, {}, { super: true }),
      ]
      await Promise.all([platform.token(one.account), platform.token(two.account)])
      const answers = await Promise.all([
        platform.call(accounts.remove, { as: one.account }, { params: { id: two.id } }),
        platform.call(accounts.updateEnable, { as: two.account }, { body: { id: one.id, enabled: 0 } }),
      ])
      expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1)
      const left = await db
        .selectFrom('account')
        .where('super', '=', true)
        .where('enabled', '=', true)
        .select('id')
        .execute()
      expect(left).toHaveLength(1)
      await db.updateTable('account').set({ super: false }).where('super', '=', true).execute()
    }
    await db.updateTable('account').set({ super: true }).where('account', '=', 'admin').execute()
  })
})

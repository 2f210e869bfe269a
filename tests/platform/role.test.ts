import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import { findAllPermission, type MenuRow } from '#contracts/menu'
import * as roles from '#contracts/role'
import { type Answer, refusedFields, testPlatform } from './harness.ts'
import { makeOrganization, makePerson, makeRole } from './people.ts'

const platform = testPlatform()
const operator = { as: 'operator', org: 'EAST' }
const chinese = { ...operator, locale: 'zh-cn' as const }
const admin = { as: 'admin' }
const nobody = '018f0000-0000-7000-8000-000000000000'
const roleRights = [
  'uia.role.add',
  'uia.role.update',
  'uia.role.delete',
  'uia.role.search',
  'uia.role.detail',
]
let made = 0

async function nodeIds(...codes: string[]): Promise<string[]> {
  const rows = await platform.db.selectFrom('menu_node').where('code', 'in', codes).select('id').execute()
  return rows.map((row) => row.id)
}
async function form(given: Record<string, unknown> = {}) {
  made += 1
  return {
    name: `新角色${made}`,
    orgId: await platform.orgId('EAST'),
    description: '说明',
    resourceIdList: await nodeIds('uia.account.search', 'uia.role.search'),
    ...given,
  }
}
async function heldBy(roleId: string): Promise<string[]> {
  const rows = await platform.db
    .selectFrom('role_node as rn')
    .innerJoin('menu_node as n', 'n.id', 'rn.node_id')
    .where('rn.role_id', '=', roleId)
    .orderBy('n.code')
    .select('n.code')
    .execute()
  return rows.map((row) => row.code)
}
async function stored(id: string) {
  return platform.db.selectFrom('role').where('id', '=', id).selectAll().executeTakeFirst()
}
async function countRoles(): Promise<number> {
  return (await platform.db.selectFrom('role').select('id').execute()).length
}
async function idOf(name: string): Promise<string> {
  const row = await platform.db.selectFrom('role').where('name', '=', name).select('id').executeTakeFirst()
  return row?.id ?? ''
}
function codesIn(nodes: readonly MenuRow[]): string[] {
  return nodes.flatMap((node) => [node.code ?? '', ...codesIn(node.children ?? [])])
}
function codeOf(answer: Answer): number {
  return answer.code
}

describe('the role list', () => {
  test('ROLE-1 LIST-3 every role once, newest first, with its organization’s name and an exact count', async () => {
    const ids: string[] = []
    let count = 1
    for (let page = 1; ids.length < count; page += 1) {
      const { data } = await platform.call(roles.list, admin, { query: { page, limit: 10 } })
      expect(data.content.length).toBeGreaterThan(0)
      for (const row of data.content) expect(row.orgName).toBeTruthy()
      ids.push(...data.content.map((row) => row.id))
      count = data.meta.count
    }
    const all = await platform.db
      .selectFrom('role')
      .orderBy('created_time', 'desc')
      .orderBy('id', 'desc')
      .select('id')
      .execute()
    expect(ids).toEqual(all.map((row) => row.id))
    expect(count).toBeGreaterThanOrEqual(25)
  })

  test('ROLE-1 roleName is contained in the name; what has a meaning in patterns is data', async () => {
    const found = async (roleName: string) =>
      (await platform.call(roles.list, operator, { query: { roleName, limit: 100 } })).data.content.map(
        (row) => row.name,
      )
    expect(await found('工程')).toEqual(['储能工程师', '储能工程师'])
    expect(await found('%')).toEqual([])
    expect(await found('_')).toEqual([])
    expect(await found('\\')).toEqual([])
    await platform.db
      .insertInto('role')
      .values({
        id: 'percent',
        org_id: await platform.orgId('EAST'),
        name: '50%_Half',
        created_time: platform.now(),
      })
      .execute()
    expect(await found('%_half')).toEqual(['50%_Half'])
    await platform.db.deleteFrom('role').where('id', '=', 'percent').execute()
  })

  test('PERM-5 shows the organizations in which the right is held, and no others', async () => {
    const person = await makePerson(platform, { EAST: ['uia.role.search'], NORTH: [] })
    const { data } = await platform.call(
      roles.list,
      { as: person.account, org: 'EAST' },
      { query: { limit: 100 } },
    )
    expect(new Set(data.content.map((row) => row.orgName))).toEqual(new Set(['华东储能']))
    expect(data.meta.count).toBe(data.content.length)
  })
})

describe('adding and updating roles', () => {
  test('ROLE-5 an added role is in list and detail with what it grants; an update changes all of it', async () => {
    const body = await form()
    expect((await platform.call(roles.add, operator, { body })).code).toBe(0)
    const { data } = await platform.call(roles.list, operator, { query: { roleName: body.name } })
    expect(data.content).toMatchObject([{ name: body.name, orgName: '华东储能', description: '说明' }])
    const id = data.content[0]?.id ?? ''
    const detail = await platform.call(roles.detail, operator, { params: { id } })
    expect(detail.data).toMatchObject({ id, name: body.name, orgId: body.orgId, accountCount: 0 })
    expect([...detail.data.resourceIdList].sort()).toEqual([...body.resourceIdList].sort())
    const changed = {
      ...body,
      id,
      name: `${body.name}改`,
      description: '',
      resourceIdList: await nodeIds('uia.role.search', 'uia.role.add'),
    }
    expect((await platform.call(roles.update, operator, { body: changed })).code).toBe(0)
    expect(await heldBy(id)).toEqual(['uia.role.add', 'uia.role.search'])
    expect(await stored(id)).toMatchObject({ name: `${body.name}改`, description: null })
  })

  test.each([
    ['name', { name: '' }, 'Enter the role name', '请输入角色名称'],
    ['name', { name: '   ' }, 'Enter the role name', '请输入角色名称'],
    ['name', { name: undefined }, 'Enter the role name', '请输入角色名称'],
    ['name', { name: '长'.repeat(21) }, 'At most 20 characters', '最多 20 个字符'],
    ['name', { name: 'a<b' }, 'Special characters are not allowed', '不能包含特殊字符'],
    ['name', { name: 'a；b' }, 'Special characters are not allowed', '不能包含特殊字符'],
    ['description', { description: '长'.repeat(51) }, 'At most 50 characters', '最多 50 个字符'],
    ['description', { description: '【x】' }, 'Special characters are not allowed', '不能包含特殊字符'],
    ['orgId', { orgId: '' }, 'Select an organization', '请选择组织'],
    ['orgId', { orgId: undefined }, 'Select an organization', '请选择组织'],
    ['resourceIdList', { resourceIdList: [] }, 'Select role permissions', '请选择角色权限'],
    ['resourceIdList', { resourceIdList: undefined }, 'Select role permissions', '请选择角色权限'],
  ])(
    'ROLE-2 ROLE-3 VALID-2 %s of %j is refused in both languages, and nothing is stored',
    async (field, given, en, zh) => {
      const id = await makeRole(platform, 'EAST', ['uia.role.search'])
      const before = [await countRoles(), await stored(id), await heldBy(id)]
      const body = await form(given)
      for (const [endpoint, sent] of [
        [roles.add, body],
        [roles.update, { ...body, id }],
      ] as const) {
        const english = await platform.call(endpoint, operator, { body: sent })
        expect(english).toMatchObject({ status: 400, code: 400, data: [{ field, message: en }] })
        const other = await platform.call(endpoint, chinese, { body: sent })
        expect(other).toMatchObject({ status: 400, code: 400, data: [{ field, message: zh }] })
      }
      expect([await countRoles(), await stored(id), await heldBy(id)]).toEqual(before)
    },
  )

  test('ROLE-2 a name of 20 and a description of 50 characters are accepted, blanks around them dropped', async () => {
    const name = '长'.repeat(20)
    const body = await form({ name: ` ${name} `, description: '说'.repeat(50) })
    expect((await platform.call(roles.add, operator, { body })).code).toBe(0)
    expect(await stored(await idOf(name))).toMatchObject({ name, description: '说'.repeat(50) })
  })

  test('ROLE-2 a name is taken once in its organization, in any spelling, also by two requests at once', async () => {
    const body = await form({ name: 'Shift lead' })
    const both = await Promise.all([
      platform.call(roles.add, operator, { body }),
      platform.call(roles.add, operator, { body: { ...body, name: 'SHIFT LEAD' } }),
    ])
    expect(both.map(codeOf).sort()).toEqual([0, 409])
    expect(await platform.call(roles.add, operator, { body })).toMatchObject({
      status: 409,
      msg: 'The organization has a role of this name already',
    })
    expect((await platform.call(roles.add, chinese, { body })).msg).toBe('该组织中已有同名角色')
    const west = { ...body, orgId: await platform.orgId('WEST') }
    expect((await platform.call(roles.add, admin, { body: west })).code).toBe(0)
    const other = await makeRole(platform, 'EAST', ['uia.role.search'])
    const renamed = { ...body, id: other, name: 'shift LEAD' }
    expect((await platform.call(roles.update, operator, { body: renamed })).code).toBe(409)
    expect((await stored(other))?.name).not.toBe('shift LEAD')
  })

  test('ROLE-5 a role without holders may move to another organization, one with holders may not', async () => {
    const id = await makeRole(platform, 'EAST', ['uia.role.search'])
    const body = await form({ id, name: `Moved${made}`, orgId: await platform.orgId('NORTH') })
    expect((await platform.call(roles.update, operator, { body })).code).toBe(403)
    expect((await platform.call(roles.update, admin, { body })).code).toBe(0)
    expect((await stored(id))?.org_id).toBe(await platform.orgId('NORTH'))
    const person = await makePerson(platform, { EAST: ['uia.role.search'] })
    const used = await form({ id: person.roles.EAST, orgId: await platform.orgId('NORTH') })
    expect(await platform.call(roles.update, admin, { body: used })).toMatchObject({
      status: 409,
      data: { accounts: 1 },
    })
    expect((await stored(person.roles.EAST ?? ''))?.org_id).toBe(await platform.orgId('EAST'))
  })

  test('PERM-5 VALID-2 an organization or a permission that does not exist is refused as input, to super administrators only', async () => {
    const before = await countRoles()
    expect(await platform.call(roles.add, admin, { body: await form({ orgId: nobody }) })).toMatchObject({
      code: 400,
      data: [{ field: 'orgId', message: 'No such organization' }],
    })
    const unknown = await form({ resourceIdList: [nobody] })
    expect(refusedFields(await platform.call(roles.add, admin, { body: unknown }))).toEqual([
      'resourceIdList',
    ])
    expect((await platform.call(roles.add, operator, { body: await form({ orgId: nobody }) })).code).toBe(403)
    expect((await platform.call(roles.add, operator, { body: unknown })).code).toBe(403)
    expect(await countRoles()).toBe(before)
  })
})

describe('nobody grants what they do not hold', () => {
  test('PERM-5 a role gets only what its author holds in that organization', async () => {
    const author = await makePerson(platform, {
      EAST: [...roleRights, 'uia.account.search'],
      WEST: [...roleRights, 'uia.account.delete'],
    })
    const who = { as: author.account, org: 'EAST' }
    const add = async (orgCode: string, ...codes: string[]) => {
      const body = await form({
        orgId: await platform.orgId(orgCode),
        resourceIdList: await nodeIds(...codes),
      })
      const answer = await platform.call(roles.add, who, { body })
      expect((await idOf(body.name)) !== '').toBe(answer.code === 0)
      return answer
    }
    expect((await add('EAST', 'uia.account.search')).code).toBe(0)
    expect(await add('EAST', 'uia.account.search', 'uia.account.delete')).toMatchObject({
      status: 403,
      msg: 'You cannot grant permissions that you do not hold yourself in this organization',
    })
    expect((await add('WEST', 'uia.account.delete')).code).toBe(0)
    expect((await add('WEST', 'uia.account.search')).code).toBe(403)
    expect((await add('NORTH', 'uia.account.search')).code).toBe(403)
  })

  test('PERM-5 an update adds nothing that its author does not hold; what the role has already stays, sent or not', async () => {
    const author = await makePerson(platform, { EAST: [...roleRights, 'uia.account.search'] })
    const who = { as: author.account, org: 'EAST' }
    const id = await makeRole(platform, 'EAST', ['uia.menu.delete', 'uia.role.search', 'uia.account.search'])
    const update = async (...codes: string[]) =>
      codeOf(
        await platform.call(roles.update, who, {
          body: await form({ id, resourceIdList: await nodeIds(...codes) }),
        }),
      )
    expect(await update('uia.menu.delete', 'uia.role.search', 'uia.role.add')).toBe(0)
    expect(await heldBy(id)).toEqual(['uia.menu.delete', 'uia.role.add', 'uia.role.search'])
    expect(await update('uia.role.search')).toBe(0)
    expect(await heldBy(id)).toEqual(['uia.menu.delete', 'uia.role.search'])
    expect(await update('uia.role.search', 'uia.menu.add')).toBe(403)
    expect(await heldBy(id)).toEqual(['uia.menu.delete', 'uia.role.search'])
  })

  test('ROLE-3 PERM-5 the tree of the dialog is what may be granted: all of it is accepted, folders included', async () => {
    const person = await makePerson(platform, { EAST: [...roleRights, 'uia.account.search'], NORTH: [] })
    const who = { as: person.account, org: 'EAST' }
    const { data } = await platform.call(findAllPermission, who)
    expect(codesIn(data).sort()).toEqual(
      [
        ...roleRights,
        'uia',
        'uia.account.list',
        'uia.account.search',
        'uia.people',
        'uia.role.roleManage',
      ].sort(),
    )
    const body = await form({ resourceIdList: await nodeIds(...codesIn(data)) })
    expect((await platform.call(roles.add, who, { body })).code).toBe(0)
    const grant = {
      userId: (await makePerson(platform, { EAST: [] })).id,
      orgId: await platform.orgId('EAST'),
      usersRoleList: [await idOf(body.name)],
    }
    const granter = await makePerson(platform, {
      EAST: [...roleRights, 'uia.account.search', 'uia.account.usersRolesUpdate'],
    })
    const asGranter = { as: granter.account, org: 'EAST' }
    expect((await platform.call(accounts.updateRoles, asGranter, { body: grant })).code).toBe(0)
    const elsewhere = { query: { orgId: await platform.orgId('NORTH') } }
    expect((await platform.call(findAllPermission, who, elsewhere)).code).toBe(403)
  })

  test('ROLE-3 a super administrator sees every enabled node of every enabled application, and may grant all', async () => {
    const all = codesIn((await platform.call(findAllPermission, admin)).data)
    const nodes = await platform.db.selectFrom('menu_node').select('code').execute()
    expect(all.sort()).toEqual(nodes.map((node) => node.code).sort())
    const enable = (code: string, enabled: boolean) =>
      platform.db.updateTable('menu_node').set({ enabled }).where('code', '=', code).execute()
    await enable('report', false)
    await enable('uia.people', false)
    const fewer = codesIn((await platform.call(findAllPermission, admin)).data)
    expect(fewer.filter((code) => code.startsWith('report'))).toEqual([])
    expect(fewer).not.toContain('uia.account.search')
    expect(fewer).toContain('uia.menu.search')
    // What the dialog cannot show, saving it does not take away.
    const id = await makeRole(platform, 'EAST', ['uia.account.search', 'uia.menu.search', 'uia.menu.add'])
    const body = await form({ id, resourceIdList: await nodeIds('uia.menu.search') })
    expect((await platform.call(roles.update, admin, { body })).code).toBe(0)
    expect(await heldBy(id)).toEqual(['uia.account.search', 'uia.menu.search'])
    await enable('report', true)
    await enable('uia.people', true)
  })

  test('ROLE-4 a role of 5,000 nodes is stored, changed and read whole', async () => {
    const root = (await nodeIds('ems'))[0] ?? ''
    const ids = Array.from({ length: 5000 }, (_, at) => `many-${at}`)
    await platform.db
      .insertInto('menu_node')
      .values(
        ids.map((id) => ({
          id,
          app_id: root,
          pid: root,
          name: id,
          code: `ems.${id}`,
          type: 3,
          sort: 1,
          enabled: true,
          created_time: platform.now(),
        })),
      )
      .execute()
    const body = await form({ resourceIdList: ids })
    expect((await platform.call(roles.add, admin, { body })).code).toBe(0)
    const id = await idOf(body.name)
    const update = { ...body, id, resourceIdList: ids.slice(1) }
    expect((await platform.call(roles.update, admin, { body: update })).code).toBe(0)
    const { data } = await platform.call(roles.detail, admin, { params: { id } })
    expect(data.resourceIdList).toHaveLength(4999)
    await platform.db.deleteFrom('menu_node').where('id', 'in', ids).execute()
  })
})

describe('taking away', () => {
  test('ROLE-5 EDGE-8 a permission taken away is refused from the next call on, one given counts at once', async () => {
    const person = await makePerson(platform, { EAST: ['uia.account.search', 'uia.role.search'] })
    const who = { as: person.account, org: 'EAST' }
    const list = async () => codeOf(await platform.call(accounts.list, who))
    expect(await list()).toBe(0)
    const body = await form({ id: person.roles.EAST, resourceIdList: await nodeIds('uia.role.search') })
    expect((await platform.call(roles.update, operator, { body })).code).toBe(0)
    expect(await list()).toBe(403)
    const again = { ...body, resourceIdList: await nodeIds('uia.role.search', 'uia.account.search') }
    expect((await platform.call(roles.update, operator, { body: again })).code).toBe(0)
    expect(await list()).toBe(0)
  })

  test('ROLE-5 EDGE-8 a deleted role is gone with its grants; the detail says before how many hold it', async () => {
    const person = await makePerson(platform, { EAST: ['uia.account.search'] })
    const id = person.roles.EAST ?? ''
    const params = { id }
    expect((await platform.call(roles.detail, operator, { params })).data.accountCount).toBe(1)
    expect((await platform.call(accounts.list, { as: person.account, org: 'EAST' })).code).toBe(0)
    expect((await platform.call(roles.remove, operator, { params })).code).toBe(0)
    expect(await stored(id)).toBeUndefined()
    expect(await heldBy(id)).toEqual([])
    const { db } = platform
    expect(
      await db.selectFrom('account_role').where('account_id', '=', person.id).select('role_id').execute(),
    ).toEqual([])
    expect((await platform.call(accounts.list, { as: person.account, org: 'EAST' })).code).toBe(403)
    expect((await platform.call(roles.remove, operator, { params })).code).toBe(403)
    expect((await platform.call(roles.remove, admin, { params })).code).toBe(404)
  })

  test('ROLE-5 PERM-5 nobody takes away their own last role, by deleting it or by giving it up', async () => {
    const rights = [...roleRights, 'uia.account.usersRolesUpdate', 'uia.account.update']
    const person = await makePerson(platform, { EAST: rights })
    const who = { as: person.account, org: 'EAST' }
    const own = person.roles.EAST ?? ''
    expect(await platform.call(roles.remove, who, { params: { id: own } })).toMatchObject({
      status: 409,
      msg: 'This would take away your own last role in an organization and lock you out',
    })
    expect(await heldBy(own)).toHaveLength(rights.length)
    const body = {
      id: person.id,
      account: person.account,
      name: 'x',
      phone: '13812345678',
      userOrgList: [{ orgId: await platform.orgId('EAST') }],
      usersRoleList: [],
    }
    expect((await platform.call(accounts.update, who, { body })).code).toBe(409)
    const spare = await makeRole(platform, 'EAST', ['uia.role.search'])
    const exchange = { userId: person.id, orgId: await platform.orgId('EAST'), usersRoleList: [own, spare] }
    expect((await platform.call(accounts.updateRoles, who, { body: exchange })).code).toBe(0)
    expect((await platform.call(roles.remove, who, { params: { id: own } })).code).toBe(0)
    const root = await makePerson(platform, { EAST: [] }, { super: true })
    const ownOfRoot = { params: { id: root.roles.EAST } }
    expect((await platform.call(roles.remove, { as: root.account }, ownOfRoot)).code).toBe(0)
  })
})

describe('roles of others', () => {
  test('PERM-5 a role of another organization and an unknown one get one and the same refusal', async () => {
    const foreign = await makeRole(platform, 'NORTH', ['uia.role.search'])
    const answers = []
    for (const id of [foreign, nobody, 'none']) {
      for (const answer of [
        await platform.call(roles.detail, operator, { params: { id } }),
        await platform.call(roles.update, operator, { body: await form({ id }) }),
        await platform.call(roles.remove, operator, { params: { id } }),
      ]) {
        const { status, code, msg, data } = answer
        answers.push({ status, code, msg, data })
      }
    }
    expect(answers).toHaveLength(9)
    for (const answer of answers) {
      expect(answer).toEqual({ status: 403, code: 403, msg: 'You are not permitted to do this', data: null })
    }
    expect(await heldBy(foreign)).toEqual(['uia.role.search'])
    for (const id of ["1' or '1'='1", 'a b', 'x'.repeat(65)]) {
      expect((await platform.call(roles.detail, operator, { params: { id } })).status).toBe(400)
    }
  })

  test('PERM-5 in an organization where the right is not held nothing is changed, whatever is held elsewhere', async () => {
    const person = await makePerson(platform, { EAST: roleRights, WEST: ['uia.role.search'] })
    const who = { as: person.account, org: 'EAST' }
    const west = await makeRole(platform, 'WEST', ['uia.role.search'])
    const orgId = await platform.orgId('WEST')
    const resourceIdList = await nodeIds('uia.role.search')
    const calls = [
      platform.call(roles.add, who, { body: await form({ orgId, resourceIdList }) }),
      platform.call(roles.update, who, { body: await form({ id: west, orgId, resourceIdList }) }),
      platform.call(roles.update, who, { body: await form({ id: west, resourceIdList }) }),
      platform.call(roles.remove, who, { params: { id: west } }),
    ]
    expect((await Promise.all(calls)).map(codeOf)).toEqual([403, 403, 403, 403])
    expect((await stored(west))?.org_id).toBe(orgId)
  })

  test('PERM-4 a role in a disabled organization opens nothing', async () => {
    const organization = await makeOrganization(platform)
    const person = await makePerson(platform, { [organization.code]: roleRights })
    const who = { as: person.account, org: organization.code }
    expect((await platform.call(roles.list, who)).code).toBe(0)
    await platform.db
      .updateTable('organization')
      .set({ enabled: false })
      .where('id', '=', organization.id)
      .execute()
    expect((await platform.call(roles.list, who)).code).toBe(403)
    expect((await platform.call(findAllPermission, who)).code).toBe(403)
  })
})

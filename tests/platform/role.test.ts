import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import { findAllPermission, type MenuRow } from '#contracts/menu'
import * as roles from '#contracts/role'
import { type Answer, admin, operator, refusedFields, testPlatform } from './harness.ts'
import { fresh, heldBy, makePerson, makeRole, nodeIds, personForm, unknownId } from './records.ts'

const platform = testPlatform()
const roleRights = [
  ...['uia.role.add', 'uia.role.update', 'uia.role.delete', 'uia.role.search', 'uia.role.detail'],
]
async function form(given: Record<string, unknown> = {}) {
  const resourceIdList = await nodeIds(platform, 'uia.account.search', 'uia.role.search')
  const orgId = await platform.orgId('EAST')
  return { name: `新角色${fresh()}`, orgId, description: '说明', resourceIdList, ...given }
}
async function stored(id: string) {
  return platform.find('role', { id })
}
async function idOf(name: string): Promise<string> {
  const row = await platform.find('role', { name })
  return row?.id ?? ''
}
function codesIn(nodes: readonly MenuRow[]): string[] {
  return nodes.flatMap((node) => [node.code ?? '', ...codesIn(node.children ?? [])])
}
function codeOf(answer: Answer): number {
  return answer.code
}

describe('adding and updating roles', () => {
  test('ROLE-5 an added role is in list and detail with what it grants; an update changes all of it', async () => {
    const body = await form()
    await platform.ok(roles.add, operator, { body })
    const data = await platform.ok(roles.list, operator, { query: { roleName: body.name } })
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
      resourceIdList: await nodeIds(platform, 'uia.role.search', 'uia.role.add'),
    }
    await platform.ok(roles.update, operator, { body: changed })
    expect(await heldBy(platform, id)).toEqual(['uia.role.add', 'uia.role.search'])
    expect(await stored(id)).toMatchObject({ name: `${body.name}改`, description: null })
  })

  test('ROLE-2 a name of 20 and a description of 50 characters are accepted, blanks around them dropped', async () => {
    const name = '长'.repeat(20)
    const body = await form({ name: ` ${name} `, description: '说'.repeat(50) })
    await platform.ok(roles.add, operator, { body })
    expect(await stored(await idOf(name))).toMatchObject({ name, description: '说'.repeat(50) })
  })

  test('ROLE-5 a role without holders may move to another organization, one with holders may not', async () => {
    const id = await makeRole(platform, 'EAST', ['uia.role.search'])
    const body = await form({ id, name: 'Moved', orgId: await platform.orgId('NORTH') })
    expect(await platform.code(roles.update, operator, { body })).toBe(403)
    await platform.ok(roles.update, admin, { body })
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
    const before = await platform.count('role')
    expect(await platform.call(roles.add, admin, { body: await form({ orgId: unknownId }) })).toMatchObject({
      code: 400,
      data: [{ field: 'orgId', message: 'No such organization' }],
    })
    const unknown = await form({ resourceIdList: [unknownId] })
    expect(refusedFields(await platform.call(roles.add, admin, { body: unknown }))).toEqual([
      'resourceIdList',
    ])
    expect(await platform.code(roles.add, operator, { body: await form({ orgId: unknownId }) })).toBe(403)
    expect(await platform.code(roles.add, operator, { body: unknown })).toBe(403)
    expect(await platform.count('role')).toBe(before)
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
        resourceIdList: await nodeIds(platform, ...codes),
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
          body: await form({ id, resourceIdList: await nodeIds(platform, ...codes) }),
        }),
      )
    expect(await update('uia.menu.delete', 'uia.role.search', 'uia.role.add')).toBe(0)
    expect(await heldBy(platform, id)).toEqual(['uia.menu.delete', 'uia.role.add', 'uia.role.search'])
    expect(await update('uia.role.search')).toBe(0)
    expect(await heldBy(platform, id)).toEqual(['uia.menu.delete', 'uia.role.search'])
    expect(await update('uia.role.search', 'uia.menu.add')).toBe(403)
    expect(await heldBy(platform, id)).toEqual(['uia.menu.delete', 'uia.role.search'])
  })

  test('ROLE-3 PERM-5 the tree of the dialog is what may be granted: all of it is accepted, folders included', async () => {
    const person = await makePerson(platform, { EAST: [...roleRights, 'uia.account.search'], NORTH: [] })
    const who = { as: person.account, org: 'EAST' }
    const data = await platform.ok(findAllPermission, who)
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
    const body = await form({ resourceIdList: await nodeIds(platform, ...codesIn(data)) })
    await platform.ok(roles.add, who, { body })
    const grant = {
      userId: (await makePerson(platform, { EAST: [] })).id,
      orgId: await platform.orgId('EAST'),
      usersRoleList: [await idOf(body.name)],
    }
    const granter = await makePerson(platform, {
      EAST: [...roleRights, 'uia.account.search', 'uia.account.usersRolesUpdate'],
    })
    const asGranter = { as: granter.account, org: 'EAST' }
    await platform.ok(accounts.updateRoles, asGranter, { body: grant })
    const elsewhere = { query: { orgId: await platform.orgId('NORTH') } }
    expect(await platform.code(findAllPermission, who, elsewhere)).toBe(403)
  })

  test('ROLE-3 a super administrator sees every enabled node of every enabled application, and may grant all', async () => {
    const all = codesIn(await platform.ok(findAllPermission, admin))
    const nodes = await platform.rows('menu_node')
    expect(all.sort()).toEqual(nodes.map((node) => node.code).sort())
    const enable = (code: string, enabled: boolean) => platform.set('menu_node', { code }, { enabled })
    await enable('report', false)
    await enable('uia.people', false)
    const fewer = codesIn(await platform.ok(findAllPermission, admin))
    expect(fewer.filter((code) => code.startsWith('report'))).toEqual([])
    expect(fewer).not.toContain('uia.account.search')
    expect(fewer).toContain('uia.menu.search')
    // What the dialog cannot show, saving it does not take away.
    const id = await makeRole(platform, 'EAST', ['uia.account.search', 'uia.menu.search', 'uia.menu.add'])
    const body = await form({ id, resourceIdList: await nodeIds(platform, 'uia.menu.search') })
    await platform.ok(roles.update, admin, { body })
    expect(await heldBy(platform, id)).toEqual(['uia.account.search', 'uia.menu.search'])
    await enable('report', true)
    await enable('uia.people', true)
  })

  test('ROLE-4 a role of 5,000 nodes is stored, changed and read whole', async () => {
    const root = (await nodeIds(platform, 'ems'))[0] ?? ''
    const ids = Array.from({ length: 5000 }, (_, at) => `many-${at}`)
    await platform.insert(
      'menu_node',
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
    const body = await form({ resourceIdList: ids })
    await platform.ok(roles.add, admin, { body })
    const id = await idOf(body.name)
    const update = { ...body, id, resourceIdList: ids.slice(1) }
    await platform.ok(roles.update, admin, { body: update })
    const data = await platform.ok(roles.detail, admin, { params: { id } })
    expect(data.resourceIdList).toHaveLength(4999)
    await platform.delete('menu_node', { id: ids })
  })
})

describe('taking away', () => {
  test('ROLE-5 EDGE-8 a permission taken away is refused from the next call on, one given counts at once', async () => {
    const person = await makePerson(platform, { EAST: ['uia.account.search', 'uia.role.search'] })
    const who = { as: person.account, org: 'EAST' }
    const list = async () => codeOf(await platform.call(accounts.list, who))
    expect(await list()).toBe(0)
    const body = await form({
      id: person.roles.EAST,
      resourceIdList: await nodeIds(platform, 'uia.role.search'),
    })
    await platform.ok(roles.update, operator, { body })
    expect(await list()).toBe(403)
    const again = {
      ...body,
      resourceIdList: await nodeIds(platform, 'uia.role.search', 'uia.account.search'),
    }
    await platform.ok(roles.update, operator, { body: again })
    expect(await list()).toBe(0)
  })

  test('ROLE-5 EDGE-8 a deleted role is gone with its grants; the detail says before how many hold it', async () => {
    const person = await makePerson(platform, { EAST: ['uia.account.search'] })
    const id = person.roles.EAST ?? ''
    const params = { id }
    expect((await platform.ok(roles.detail, operator, { params })).accountCount).toBe(1)
    await platform.ok(accounts.list, { as: person.account, org: 'EAST' })
    await platform.ok(roles.remove, operator, { params })
    expect(await stored(id)).toBeUndefined()
    expect(await heldBy(platform, id)).toEqual([])
    expect(await platform.rows('account_role', { account_id: person.id })).toEqual([])
    expect(await platform.code(accounts.list, { as: person.account, org: 'EAST' })).toBe(403)
    expect(await platform.code(roles.remove, operator, { params })).toBe(403)
    expect(await platform.code(roles.remove, admin, { params })).toBe(404)
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
    expect(await heldBy(platform, own)).toHaveLength(rights.length)
    const body = await personForm(platform, person, ['EAST'], {
      name: 'x',
      phone: '13812345678',
      usersRoleList: [],
    })
    expect(await platform.code(accounts.update, who, { body })).toBe(409)
    const spare = await makeRole(platform, 'EAST', ['uia.role.search'])
    const exchange = { userId: person.id, orgId: await platform.orgId('EAST'), usersRoleList: [own, spare] }
    await platform.ok(accounts.updateRoles, who, { body: exchange })
    await platform.ok(roles.remove, who, { params: { id: own } })
    const root = await makePerson(platform, { EAST: [] }, { super: true })
    const ownOfRoot = { params: { id: root.roles.EAST } }
    await platform.ok(roles.remove, { as: root.account }, ownOfRoot)
  })
})

describe('roles of others', () => {
  test('PERM-5 in an organization where the right is not held nothing is changed, whatever is held elsewhere', async () => {
    const person = await makePerson(platform, { EAST: roleRights, WEST: ['uia.role.search'] })
    const who = { as: person.account, org: 'EAST' }
    const west = await makeRole(platform, 'WEST', ['uia.role.search'])
    const orgId = await platform.orgId('WEST')
    const resourceIdList = await nodeIds(platform, 'uia.role.search')
    const calls = [
      platform.call(roles.add, who, { body: await form({ orgId, resourceIdList }) }),
      platform.call(roles.update, who, { body: await form({ id: west, orgId, resourceIdList }) }),
      platform.call(roles.update, who, { body: await form({ id: west, resourceIdList }) }),
      platform.call(roles.remove, who, { params: { id: west } }),
    ]
    expect((await Promise.all(calls)).map(codeOf)).toEqual([403, 403, 403, 403])
    expect((await stored(west))?.org_id).toBe(orgId)
  })
})

import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import * as accounts from '#contracts/account'
import * as departments from '#contracts/department'
import * as organizations from '#contracts/organization'
import * as roles from '#contracts/role'
import { type Answer, admin, operator, testPlatform } from './harness.ts'
import { makeDepartment, makeOrganization, makePerson, makeRole, nodeIds, personForm } from './records.ts'

const platform = testPlatform()

/** What others changed, and the version to overwrite it with. */
function conflictOf(answer: Answer) {
  expect(answer).toMatchObject({ status: 409, code: 409 })
  return z.parse(
    z.object({
      version: z.string(),
      changed: z.array(z.object({ field: z.string(), was: z.unknown(), now: z.unknown() })),
    }),
    answer.data,
  )
}
const later = () => platform.forward(1000)

describe('two people edit the same record', () => {
  test('EDGE-2 an organization: its switch counts as a change, one’s own version goes through', async () => {
    const { id, code, name } = await makeOrganization(platform)
    const data = await platform.ok(organizations.detail, admin, { params: { id } })
    const body = { id, code, name, enabled: true, remark: 'mine', version: data.version }
    later()
    await platform.call(organizations.updateEnable, admin, { query: { id, enabled: 0 } })
    const refused = conflictOf(await platform.call(organizations.update, admin, { body }))
    expect(refused.changed).toEqual([{ field: 'enabled', was: true, now: false }])
    await platform.call(organizations.updateEnable, admin, { query: { id, enabled: 1 } })
    await platform.ok(organizations.update, admin, { body })
  })

  test('EDGE-2 a role: a permission given by another is told in numbers, of three saves the oldest value is told', async () => {
    const id = await makeRole(platform, 'EAST', ['uia.role.search'])
    const data = await platform.ok(roles.detail, operator, { params: { id } })
    const { name, orgId, version, resourceIdList } = data
    const mine = { id, name, orgId, description: 'mine', resourceIdList, version }
    for (const description of ['first', 'second']) {
      later()
      const theirs = {
        ...mine,
        version: null,
        description,
        resourceIdList: await nodeIds(platform, 'uia.role.search', 'uia.role.add'),
      }
      await platform.ok(roles.update, admin, { body: theirs })
    }
    const { changed } = conflictOf(await platform.call(roles.update, operator, { body: mine }))
    expect(changed).toEqual([
      { field: 'description', was: null, now: 'second' },
      { field: 'resourceIdList', was: { count: 1, names: [] }, now: { count: 2, names: [] } },
    ])
  })

  test('EDGE-2 an account: organizations and roles by name, no whole phone number', async () => {
    const target = await makePerson(platform, { EAST: [] })
    const read = async () => await platform.ok(accounts.detail, operator, { params: { id: target.id } })
    const { version } = await read()
    const deptId = await platform.deptId('EAST')
    const orgId = await platform.orgId('EAST')
    const mine = { id: target.id, account: target.account, name: 'Mine', phone: '13800000000' }
    later()
    const theirs = { ...mine, name: 'Person', phone: '13911112222', userOrgList: [{ orgId, deptId }] }
    await platform.ok(accounts.update, admin, { body: theirs })
    const body = { ...mine, userOrgList: [{ orgId }], version }
    const refused = await platform.call(accounts.update, operator, { body })
    expect(conflictOf(refused).changed).toEqual([
      { field: 'phone', was: '138****0000', now: '139****2222' },
      {
        field: 'userOrgList',
        was: [{ orgId, deptId: null, name: '华东储能' }],
        now: [{ orgId, deptId, name: '华东储能 / 运行部' }],
      },
    ])
    expect(JSON.stringify(refused.data)).not.toContain('13911112222')
    expect(await read()).toMatchObject({ name: 'Person', phone: '13911112222' })
  })

  test('EDGE-2 PERM-5 what changes in an organization out of reach is neither told nor in the way', async () => {
    const target = await makePerson(platform, { EAST: [], NORTH: [] })
    const data = await platform.ok(accounts.detail, operator, { params: { id: target.id } })
    later()
    const north = { userId: target.id, orgId: await platform.orgId('NORTH') }
    const viewer = await platform.roleId('NORTH', '只读查看')
    const other = { ...north, usersRoleList: [viewer] }
    await platform.ok(accounts.updateRoles, admin, { body: other })
    const body = await personForm(platform, target, ['EAST'], { version: data.version })
    await platform.ok(accounts.update, operator, { body })
  })

  test('EDGE-2 roles that the update does not carry may change meanwhile; those that it carries may not', async () => {
    const target = await makePerson(platform, { EAST: [] })
    const data = await platform.ok(accounts.detail, operator, { params: { id: target.id } })
    const orgId = await platform.orgId('EAST')
    const viewer = await platform.roleId('EAST', '只读查看')
    later()
    const granted = { userId: target.id, orgId, usersRoleList: [viewer] }
    await platform.ok(accounts.updateRoles, admin, { body: granted })
    const body = await personForm(platform, target, ['EAST'], { version: data.version })
    const carried = { ...body, usersRoleList: data.usersRoleList }
    const refused = conflictOf(await platform.call(accounts.update, operator, { body: carried }))
    expect(refused.changed).toMatchObject([
      { field: 'usersRoleList', was: [{ id: target.roles.EAST }], now: [{ id: viewer, name: '只读查看' }] },
    ])
    await platform.ok(accounts.update, operator, { body })
  })

  describe('roles of one organization', () => {
    async function opened(orgCode = 'EAST') {
      const target = await makePerson(platform, { EAST: [], NORTH: [] })
      const data = await platform.ok(accounts.detail, admin, { params: { id: target.id } })
      const orgId = await platform.orgId(orgCode)
      const viewer = await platform.roleId(orgCode, '只读查看')
      const version = data.userOrgList.find((place) => place.orgId === orgId)?.rolesVersion
      later()
      return { target, viewer, body: { userId: target.id, orgId, usersRoleList: [viewer], version } }
    }
    const rolesIn = async (userId: string, orgId: string) =>
      await platform.ok(accounts.usersRoles, admin, { query: { userId, orgId } })

    test('ACC-6 EDGE-2 the second of two who give roles is told, nothing is stored, and the new version goes through', async () => {
      const { target, viewer, body } = await opened()
      const first = await makeRole(platform, 'EAST', ['uia.role.search'])
      const theirs = { ...body, usersRoleList: [first] }
      await platform.ok(accounts.updateRoles, admin, { body: theirs })
      later()
      const refused = conflictOf(await platform.call(accounts.updateRoles, operator, { body }))
      expect(refused.changed).toMatchObject([
        { field: 'usersRoleList', was: [{ id: target.roles.EAST }], now: [{ id: first }] },
      ])
      expect(await rolesIn(target.id, body.orgId)).toEqual([{ roleId: first }])
      const both = { ...body, usersRoleList: [first, viewer], version: refused.version }
      await platform.ok(accounts.updateRoles, operator, { body: both })
      expect(await rolesIn(target.id, body.orgId)).toHaveLength(2)
    })

    test('ACC-6 EDGE-2 of two first roles at the same moment one is refused', async () => {
      const { target, viewer, body } = await opened()
      await platform.delete('account_role', { account_id: target.id })
      const data = await platform.ok(accounts.detail, admin, { params: { id: target.id } })
      const place = data.userOrgList.find(({ orgId }) => orgId === body.orgId)
      const other = await makeRole(platform, 'EAST', ['uia.role.search'])
      const answers = await Promise.all(
        [viewer, other].map((role) =>
          platform.call(accounts.updateRoles, admin, {
            body: { ...body, usersRoleList: [role], version: place?.rolesVersion },
          }),
        ),
      )
      expect(answers.map(({ code }) => code).sort()).toEqual([0, 409])
    })

    test('ACC-6 EDGE-2 another phone, and other roles in another organization, are in nobody’s way', async () => {
      const { target, body } = await opened()
      const north = await platform.orgId('NORTH')
      const elsewhere = {
        userId: target.id,
        orgId: north,
        usersRoleList: [await platform.roleId('NORTH', '只读查看')],
      }
      await platform.ok(accounts.updateRoles, admin, { body: elsewhere })
      const phone = {
        ...{ id: target.id, account: target.account, name: 'Person', phone: '13911112222' },
        userOrgList: [{ orgId: body.orgId }, { orgId: north }],
      }
      await platform.ok(accounts.update, admin, { body: phone })
      await platform.ok(accounts.updateRoles, operator, { body })
    })
  })

  test('EDGE-2 PERM-5 who changed it, and when, is told by name; a person out of sight is not named', async () => {
    const edited = async (by: { as: string; org?: string }) => {
      const { id, code, name } = await makeDepartment(platform, 'EAST')
      const data = await platform.ok(departments.detail, operator, { params: { id } })
      const body = { id, code, name, orgId: data.orgId, enabled: true, version: data.version }
      later()
      const at = platform.now().toISOString()
      expect(await platform.code(departments.update, by, { body: { ...body, name: 'Theirs' } })).toBe(0)
      later()
      const refused = await platform.call(departments.update, operator, { body })
      return { at, told: refused.data }
    }
    const colleague = await makePerson(platform, { EAST: ['uia.department.update'] })
    const byColleague = await edited({ as: colleague.account, org: 'EAST' })
    expect(byColleague.told).toMatchObject({ by: 'Person', at: byColleague.at })
    const byAdmin = await edited(admin)
    expect(byAdmin.told).toMatchObject({ at: byAdmin.at })
    expect(byAdmin.told).not.toHaveProperty('by')
  })

  test('EDGE-2 a reader with less than the editor’s reach has a version that fits their own update', async () => {
    const editor = await makePerson(platform, {
      EAST: ['uia.account.detail', 'uia.account.update'],
      WEST: ['uia.account.detail'],
      NORTH: ['uia.account.update'],
    })
    const target = await makePerson(platform, { EAST: [], WEST: [], NORTH: [] })
    const who = { as: editor.account, org: 'EAST' }
    const data = await platform.ok(accounts.detail, who, { params: { id: target.id } })
    const body = await personForm(platform, target, ['EAST'], { version: data.version })
    await platform.ok(accounts.update, who, { body })
  })

  test('EDGE-2 a new name of what a record refers to is no change of the record', async () => {
    const target = await makePerson(platform, { EAST: [] })
    const { id: deptId } = await makeDepartment(platform, 'EAST')
    const orgId = await platform.orgId('EAST')
    const body = {
      id: target.id,
      account: target.account,
      name: 'Person',
      phone: '13800000000',
      userOrgList: [{ orgId, deptId }],
    }
    await platform.ok(accounts.update, operator, { body })
    const data = await platform.ok(accounts.detail, operator, { params: { id: target.id } })
    await platform.set('department', { id: deptId }, { name: 'New' })
    const later = { ...body, usersRoleList: data.usersRoleList, version: data.version }
    await platform.ok(accounts.update, operator, { body: later })
  })

  test('EDGE-2 without a version the last one wins; one that is none is a change, one that is too long bad input', async () => {
    const { id, code, name } = await makeDepartment(platform, 'EAST')
    const body = { id, code, name, orgId: await platform.orgId('EAST'), enabled: true }
    const update = (version: unknown) =>
      platform.call(departments.update, operator, { body: { ...body, version } })
    expect((await update(undefined)).code).toBe(0)
    expect((await update(null)).code).toBe(0)
    for (const other of ['nonsense', 7]) expect(conflictOf(await update(other)).changed).toEqual([])
    for (const odd of ['x'.repeat(201), 1.5, {}]) expect((await update(odd)).code).toBe(400)
  })
})

import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import * as accounts from '#contracts/account'
import * as departments from '#contracts/department'
import * as organizations from '#contracts/organization'
import * as roles from '#contracts/role'
import { type Answer, testPlatform } from './harness.ts'
import { makeDepartment, makeOrganization, makePerson, makeRole } from './people.ts'

const platform = testPlatform()
const operator = { as: 'operator', org: 'EAST' }
const admin = { as: 'admin' }

/** What others changed, and the edition to overwrite it with. */
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
async function nodeIds(...codes: string[]): Promise<string[]> {
  const rows = await platform.db.selectFrom('menu_node').where('code', 'in', codes).select('id').execute()
  return rows.map((row) => row.id)
}
const later = () => platform.forward(1000)

describe('two people edit the same record', () => {
  test('EDGE-2 a department: the second is told what changed, nothing is stored, and may overwrite it', async () => {
    const { id, code, name } = await makeDepartment(platform, 'EAST')
    const { data } = await platform.call(departments.detail, operator, { params: { id } })
    const mine = { id, code, name, orgId: data.orgId, enabled: true, remark: 'mine', version: data.version }
    later()
    const theirs = { ...mine, version: undefined, name: 'Theirs', remark: null, enabled: false }
    expect((await platform.call(departments.update, admin, { body: theirs })).code).toBe(0)
    later()
    const refused = await platform.call(departments.update, operator, { body: mine })
    expect(refused.msg).toBe('It was changed by someone else meanwhile')
    const { version, changed } = conflictOf(refused)
    expect(changed).toEqual([
      { field: 'enabled', was: true, now: false },
      { field: 'name', was: name, now: 'Theirs' },
    ])
    const stored = () => platform.call(departments.detail, operator, { params: { id } })
    expect((await stored()).data).toMatchObject({ name: 'Theirs', remark: null, enabled: false })
    const decided = { ...mine, version }
    expect((await platform.call(departments.update, operator, { body: decided })).code).toBe(0)
    expect((await stored()).data).toMatchObject({ name, remark: 'mine', enabled: true })
  })

  test('EDGE-2 an organization: its switch counts as a change, one’s own edition goes through', async () => {
    const { id, code, name } = await makeOrganization(platform)
    const { data } = await platform.call(organizations.detail, admin, { params: { id } })
    const body = { id, code, name, enabled: true, remark: 'mine', version: data.version }
    later()
    await platform.call(organizations.updateEnable, admin, { query: { id, enabled: 0 } })
    const refused = conflictOf(await platform.call(organizations.update, admin, { body }))
    expect(refused.changed).toEqual([{ field: 'enabled', was: true, now: false }])
    await platform.call(organizations.updateEnable, admin, { query: { id, enabled: 1 } })
    expect((await platform.call(organizations.update, admin, { body })).code).toBe(0)
  })

  test('EDGE-2 a role: a permission given by another is told in numbers, of three saves the oldest value is told', async () => {
    const id = await makeRole(platform, 'EAST', ['uia.role.search'])
    const { data } = await platform.call(roles.detail, operator, { params: { id } })
    const { name, orgId, version, resourceIdList } = data
    const mine = { id, name, orgId, description: 'mine', resourceIdList, version }
    for (const description of ['first', 'second']) {
      later()
      const theirs = {
        ...mine,
        version: null,
        description,
        resourceIdList: await nodeIds('uia.role.search', 'uia.role.add'),
      }
      expect((await platform.call(roles.update, admin, { body: theirs })).code).toBe(0)
    }
    const { changed } = conflictOf(await platform.call(roles.update, operator, { body: mine }))
    expect(changed).toEqual([
      { field: 'description', was: null, now: 'second' },
      { field: 'resourceIdList', was: { count: 1, names: [] }, now: { count: 2, names: [] } },
    ])
  })

  test('EDGE-2 an account: organizations and roles by name, no whole phone number', async () => {
    const target = await makePerson(platform, { EAST: [] })
    const read = async () =>
      (await platform.call(accounts.detail, operator, { params: { id: target.id } })).data
    const { version } = await read()
    const deptId = await platform.deptId('EAST')
    const orgId = await platform.orgId('EAST')
    const mine = { id: target.id, account: target.account, name: 'Mine', phone: '13800000000' }
    later()
    const theirs = { ...mine, name: 'Person', phone: '13911112222', userOrgList: [{ orgId, deptId }] }
    expect((await platform.call(accounts.update, admin, { body: theirs })).code).toBe(0)
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
    const { data } = await platform.call(accounts.detail, operator, { params: { id: target.id } })
    later()
    const north = { userId: target.id, orgId: await platform.orgId('NORTH') }
    const viewer = await platform.roleId('NORTH', '只读查看')
    const other = { ...north, usersRoleList: [viewer] }
    expect((await platform.call(accounts.updateRoles, admin, { body: other })).code).toBe(0)
    const body = {
      id: target.id,
      account: target.account,
      name: 'Mine',
      phone: '13800000000',
      userOrgList: [{ orgId: await platform.orgId('EAST') }],
      version: data.version,
    }
    expect((await platform.call(accounts.update, operator, { body })).code).toBe(0)
  })

  test('EDGE-2 roles that the update does not carry may change meanwhile; those that it carries may not', async () => {
    const target = await makePerson(platform, { EAST: [] })
    const { data } = await platform.call(accounts.detail, operator, { params: { id: target.id } })
    const orgId = await platform.orgId('EAST')
    const viewer = await platform.roleId('EAST', '只读查看')
    later()
    const granted = { userId: target.id, orgId, usersRoleList: [viewer] }
    expect((await platform.call(accounts.updateRoles, admin, { body: granted })).code).toBe(0)
    const body = {
      id: target.id,
      account: target.account,
      name: 'Person',
      phone: '13800000000',
      userOrgList: [{ orgId }],
      version: data.version,
    }
    const carried = { ...body, usersRoleList: data.usersRoleList }
    const refused = conflictOf(await platform.call(accounts.update, operator, { body: carried }))
    expect(refused.changed).toMatchObject([
      { field: 'usersRoleList', was: [{ id: target.roles.EAST }], now: [{ id: viewer, name: '只读查看' }] },
    ])
    expect((await platform.call(accounts.update, operator, { body })).code).toBe(0)
  })

  test('EDGE-2 a reader with less than the editor’s reach has an edition that fits their own update', async () => {
    const editor = await makePerson(platform, {
      EAST: ['uia.account.detail', 'uia.account.update'],
      WEST: ['uia.account.detail'],
      NORTH: ['uia.account.update'],
    })
    const target = await makePerson(platform, { EAST: [], WEST: [], NORTH: [] })
    const who = { as: editor.account, org: 'EAST' }
    const { data } = await platform.call(accounts.detail, who, { params: { id: target.id } })
    const body = {
      id: target.id,
      account: target.account,
      name: 'Mine',
      phone: '13800000000',
      userOrgList: [{ orgId: await platform.orgId('EAST') }],
      version: data.version,
    }
    expect((await platform.call(accounts.update, who, { body })).code).toBe(0)
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
    expect((await platform.call(accounts.update, operator, { body })).code).toBe(0)
    const { data } = await platform.call(accounts.detail, operator, { params: { id: target.id } })
    await platform.db.updateTable('department').set({ name: 'New' }).where('id', '=', deptId).execute()
    const later = { ...body, usersRoleList: data.usersRoleList, version: data.version }
    expect((await platform.call(accounts.update, operator, { body: later })).code).toBe(0)
  })

  test('EDGE-2 without an edition the last one wins; one that is none is a change, one that is too long bad input', async () => {
    const { id, code, name } = await makeDepartment(platform, 'EAST')
    const body = { id, code, name, orgId: await platform.orgId('EAST'), enabled: true }
    const update = (version: unknown) =>
      platform.call(departments.update, operator, { body: { ...body, version } })
    expect((await update(undefined)).code).toBe(0)
    expect((await update(null)).code).toBe(0)
    expect(conflictOf(await update('nonsense')).changed).toEqual([])
    expect((await update('x'.repeat(201))).code).toBe(400)
    expect((await update(7)).code).toBe(400)
  })

  test('EDGE-2 of two saves of one edition at the same moment one is refused', async () => {
    const { id, code } = await makeDepartment(platform, 'EAST')
    const { data } = await platform.call(departments.detail, operator, { params: { id } })
    const body = { id, code, orgId: data.orgId, enabled: true, version: data.version }
    const answers = await Promise.all(
      ['One', 'Two'].map((name) => platform.call(departments.update, operator, { body: { ...body, name } })),
    )
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, 409])
  })
})

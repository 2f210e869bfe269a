import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as departments from '#contracts/department'
import { admin, operator, testPlatform } from './harness.ts'
import { makePerson, makeRole } from './records.ts'

const platform = testPlatform()

describe('what a person sees', () => {
  test('PERM-5 the detail shows memberships and roles inside the reach only', async () => {
    const shared = await makePerson(platform, { EAST: ['uia.account.search'], NORTH: ['uia.role.search'] })
    const own = await platform.call(accounts.detail, operator, { params: { id: shared.id } })
    expect(own.data.userOrgList.map((place) => place.orgName)).toEqual(['华东储能'])
    expect(own.data.usersRoleList).toEqual([shared.roles.EAST])
    const all = await platform.call(accounts.detail, admin, { params: { id: shared.id } })
    expect(all.data.userOrgList).toHaveLength(2)
    expect([...all.data.usersRoleList].sort()).toEqual([shared.roles.EAST, shared.roles.NORTH].sort())
  })

  test('ACC-2 the detail fills the dialog: names, departments, roles', async () => {
    const id = await platform.accountId('auditor')
    const data = await platform.ok(accounts.detail, operator, { params: { id } })
    expect(data).toMatchObject({
      id,
      account: 'auditor',
      name: '沈静',
      enabled: true,
      userOrgList: [
        { orgId: await platform.orgId('EAST'), orgName: '华东储能', deptName: expect.any(String) },
      ],
      usersRoleList: [await platform.roleId('EAST', '只读查看')],
    })
    expect(Object.keys(data)).not.toContain('password')
  })

  test('ACC-2 ACC-6 whoever may only look is told the roles in their reach by their names', async () => {
    const held = await makePerson(platform, { EAST: ['uia.account.search'], NORTH: [] })
    const looks = await makePerson(platform, { EAST: ['uia.account.detail'] })
    const who = { as: looks.account, org: 'EAST' }
    const detail = await platform.ok(accounts.detail, who, { params: { id: held.id } })
    const { name } = await platform.row('role', { id: held.roles.EAST ?? '' })
    expect(detail.roles).toEqual([{ id: held.roles.EAST, orgId: await platform.orgId('EAST'), name }])
    // An update of theirs would be refused: it takes none.
    expect(detail.usersRoleList).toEqual([])
  })

  test('ACC-6 the roles of an account are those of the organization asked for', async () => {
    const shared = await makePerson(platform, { EAST: [], NORTH: [] })
    const roles = async (context: { as: string; org?: string }, orgCode: string) => {
      const query = { userId: shared.id, orgId: await platform.orgId(orgCode) }
      const answer = await platform.call(accounts.usersRoles, context, { query })
      return answer.code === 0 ? answer.data.map((entry) => entry.roleId) : answer.code
    }
    expect(await roles(operator, 'EAST')).toEqual([shared.roles.EAST])
    expect(await roles(operator, 'NORTH')).toBe(403)
    expect(await roles(admin, 'NORTH')).toEqual([shared.roles.NORTH])
  })

  test('ACC-6 roles to choose are those of the organization, for a department its own and those for all', async () => {
    const deptId = await platform.deptId('EAST', 'OPS')
    const elsewhere = await makeRole(platform, 'EAST', [])
    const inside = await makeRole(platform, 'EAST', [])
    await platform.set('role', { id: inside }, { dept_id: deptId })
    await platform.set('role', { id: elsewhere }, { dept_id: await platform.deptId('EAST', 'MAINT.1') })
    const orgId = await platform.orgId('EAST')
    const all = await platform.call(accounts.listRole, operator, { query: { orgId } })
    expect(all.data.map((role) => role.id)).toEqual(expect.arrayContaining([inside, elsewhere]))
    const some = await platform.call(accounts.listRole, operator, { query: { orgId, deptId } })
    const ids = some.data.map((role) => role.id)
    expect(ids).toContain(inside)
    expect(ids).toContain(await platform.roleId('EAST', '组织管理员'))
    expect(ids).not.toContain(elsewhere)
    expect(some.data.find((role) => role.id === inside)?.deptName).toBe('运行部')
    const foreign = { query: { orgId: await platform.orgId('WEST') } }
    expect(await platform.code(accounts.listRole, operator, foreign)).toBe(403)
  })

  test('ACC-3 departments to choose are the enabled ones of an organization inside the reach', async () => {
    const orgId = await platform.orgId('EAST')
    const names = async () =>
      (await platform.ok(departments.listByOrganization, operator, { query: { orgId } })).map(
        (one) => one.name,
      )
    expect((await names()).sort()).toEqual(['Safety and Quality', '检修一班', '运行部'])
    await platform.set('department', { id: await platform.deptId('EAST', 'MAINT.1') }, { enabled: false })
    expect((await names()).sort()).toEqual(['Safety and Quality', '运行部'])
    const foreign = { query: { orgId: await platform.orgId('NORTH') } }
    expect(await platform.code(departments.listByOrganization, operator, foreign)).toBe(403)
    expect(
      await platform.code(departments.listByOrganization, { as: 'field', org: 'EAST' }, { query: { orgId } }),
    ).toBe(403)
  })
})

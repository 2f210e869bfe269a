import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import { setPasswordCost } from '#platform/kernel/auth/password'
import { admin, browserHash, operator, testPlatform } from './harness.ts'
import { makePerson, makeRole, unknownId } from './records.ts'
import { signIn } from './sign-in.ts'

const platform = testPlatform()
let made = 0

async function form(given: Record<string, unknown> = {}) {
  made += 1
  return {
    account: `new${made}`,
    name: '新员工',
    phone: '13912345678',
    password: browserHash('Secret123'),
    userOrgList: [{ orgId: await platform.orgId('EAST'), deptId: await platform.deptId('EAST') }],
    usersRoleList: [],
    ...given,
  }
}

async function stored(account: string) {
  return platform.find('account', { account })
}

async function rolesOf(id: string): Promise<string[]> {
  const rows = await platform.rows('account_role', { account_id: id })
  return rows.map((row) => row.role_id).sort()
}

describe('adding', () => {
  test('ACC-7 an added account is in the list, with departments and roles, and can sign in', async () => {
    const roleId = await platform.roleId('EAST', '只读查看')
    const body = await form({ usersRoleList: [roleId] })
    await platform.ok(accounts.add, operator, { body })
    const data = await platform.ok(accounts.list, operator, { query: { account: body.account } })
    expect(data.content).toMatchObject([
      { account: body.account, name: '新员工', phone: '13912345678', enabled: true },
    ])
    const detail = await platform.call(accounts.detail, operator, { params: { id: data.content[0]?.id } })
    expect(detail.data).toMatchObject({ userOrgList: [{ deptName: '运行部' }], usersRoleList: [roleId] })

    expect((await signIn(platform, { username: body.account, secret: body.password })).code).toBe(0)
  })

  test('ACC-5 what is stored of the password is a salted scrypt hash', async () => {
    setPasswordCost(15)
    const [first, second] = [await form(), await form()]
    await platform.call(accounts.add, operator, { body: first })
    await platform.call(accounts.add, operator, { body: second })
    const [one, two] = [await stored(first.account), await stored(second.account)]
    expect(one?.password_hash).toMatch(/^scrypt\$32768\$8\$3\$/)
    expect(one?.password_hash).not.toContain(first.password)
    expect(one?.password_hash).not.toBe(two?.password_hash)
    setPasswordCost(8)
  })

  test('ACC-3 several organizations, each with its department', async () => {
    const body = await form({
      userOrgList: [
        { orgId: await platform.orgId('EAST'), deptId: await platform.deptId('EAST', 'MAINT.1') },
        { orgId: await platform.orgId('NORTH') },
      ],
    })
    await platform.ok(accounts.add, admin, { body })
    const id = await platform.accountId(body.account)
    const data = await platform.ok(accounts.detail, admin, { params: { id } })
    expect(data.userOrgList.map((place) => [place.orgName, place.deptName])).toEqual([
      ['华东储能', '检修一班'],
      ['华北储能', null],
    ])
  })
})

describe('what adding and updating accept', () => {
  test('ACC-3 a department of another organization, and for a super administrator an unknown organization, is refused', async () => {
    const orgId = await platform.orgId('EAST')
    const foreign = await form({ userOrgList: [{ orgId, deptId: await platform.deptId('WEST') }] })
    const departmentFault = [
      { field: 'userOrgList.0.deptId', message: 'The department does not belong to this organization' },
    ]
    expect(await platform.call(accounts.add, operator, { body: foreign })).toMatchObject({
      code: 400,
      data: departmentFault,
    })
    const unknown = await form({ userOrgList: [{ orgId: unknownId }] })
    expect(await platform.call(accounts.add, admin, { body: unknown })).toMatchObject({
      code: 400,
      data: [{ field: 'userOrgList.0.orgId', message: 'No such organization' }],
    })
    expect(await platform.code(accounts.add, operator, { body: unknown })).toBe(403)
  })

  test('ACC-6 a role of an organization that the account does not belong to is refused', async () => {
    const body = await form({ usersRoleList: [await platform.roleId('NORTH', '只读查看')] })
    expect(await platform.call(accounts.add, admin, { body })).toMatchObject({
      code: 400,
      data: [{ field: 'usersRoleList' }],
    })
    expect(await platform.code(accounts.add, operator, { body })).toBe(403)
    expect(
      await platform.code(accounts.add, operator, { body: await form({ usersRoleList: [unknownId] }) }),
    ).toBe(403)
    expect(await stored(body.account)).toBeUndefined()
  })
})

describe('updating', () => {
  test('ACC-7 an update changes name, phone, account, memberships and roles, and not the password', async () => {
    const target = await makePerson(platform, { EAST: [] })
    const before = await stored(target.account)
    const roleId = await platform.roleId('EAST', '只读查看')
    const { password: _, ...body } = await form({ id: target.id, usersRoleList: [roleId] })
    await platform.ok(accounts.update, operator, { body })
    const data = await platform.ok(accounts.detail, operator, { params: { id: target.id } })
    expect(data).toMatchObject({
      account: body.account,
      name: '新员工',
      phone: '13912345678',
      userOrgList: [{ deptName: '运行部' }],
      usersRoleList: [roleId],
    })
    expect((await stored(body.account))?.password_hash).toBe(before?.password_hash)
  })

  test('ACC-7 without a role list the roles stay; a membership that goes takes its roles along', async () => {
    const target = await makePerson(platform, { EAST: [], NORTH: [] })
    const body = await form({ id: target.id, usersRoleList: undefined })
    await platform.ok(accounts.update, admin, { body })
    expect(await rolesOf(target.id)).toEqual([target.roles.EAST])
  })

  test('ACC-7 two updates of one account at once follow each other', async () => {
    const target = await makePerson(platform, { EAST: [] })
    const roles = await Promise.all([makeRole(platform, 'EAST', []), makeRole(platform, 'EAST', [])])
    const bodies = await Promise.all(roles.map((role) => form({ id: target.id, usersRoleList: [role] })))
    const answers = await Promise.all(
      bodies.map((body) => platform.call(accounts.update, operator, { body })),
    )
    expect(answers.map((answer) => answer.code)).toEqual([0, 0])
    expect(await rolesOf(target.id)).toHaveLength(1)
  })
})

describe('roles of an account', () => {
  test('ACC-6 ACC-7 the roles of one organization are replaced, those of others stay', async () => {
    const target = await makePerson(platform, { EAST: [], NORTH: [] })
    const roleId = await platform.roleId('EAST', '只读查看')
    const body = { userId: target.id, orgId: await platform.orgId('EAST'), usersRoleList: [roleId, roleId] }
    await platform.ok(accounts.updateRoles, operator, { body })
    expect(await rolesOf(target.id)).toEqual([roleId, target.roles.NORTH].sort())
  })

  test('ACC-6 an account that does not belong to the organization gets no role there', async () => {
    const target = await makePerson(platform, { NORTH: [] })
    const body = {
      userId: target.id,
      orgId: await platform.orgId('EAST'),
      usersRoleList: [await platform.roleId('EAST', '只读查看')],
    }
    expect(await platform.call(accounts.updateRoles, admin, { body })).toMatchObject({
      code: 400,
      data: [{ field: 'orgId', message: 'The account does not belong to this organization' }],
    })
    expect(await platform.code(accounts.updateRoles, operator, { body })).toBe(403)
  })
})

describe('deleting and disabling', () => {
  test('ACC-7 a deleted account is gone, with memberships and roles; deleting it again is refused', async () => {
    const target = await makePerson(platform, { EAST: [] })
    await platform.ok(accounts.remove, operator, { params: { id: target.id } })
    expect(await stored(target.account)).toBeUndefined()
    expect(await rolesOf(target.id)).toEqual([])
    expect(await platform.code(accounts.remove, operator, { params: { id: target.id } })).toBe(403)
    expect(await platform.code(accounts.remove, admin, { params: { id: target.id } })).toBe(404)
  })
})

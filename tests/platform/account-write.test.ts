import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import { limits } from '#contracts/limits'
import { signInToken } from '#contracts/session'
import { basic, browserHash, refusedFields, testPlatform } from './harness.ts'
import { makePerson, makeRole } from './people.ts'

const platform = testPlatform({ captchaFixed: '1234' })
const operator = { as: 'operator', org: 'EAST' }
const admin = { as: 'admin' }
const chinese = { ...operator, locale: 'zh-cn' as const }
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
  return platform.db.selectFrom('account').where('account', '=', account).selectAll().executeTakeFirst()
}

async function countAccounts(): Promise<number> {
  return (await platform.db.selectFrom('account').select('id').execute()).length
}

async function rolesOf(id: string): Promise<string[]> {
  const rows = await platform.db
    .selectFrom('account_role')
    .where('account_id', '=', id)
    .select('role_id')
    .execute()
  return rows.map((row) => row.role_id).sort()
}

describe('adding', () => {
  test('ACC-7 an added account is in the list, with departments and roles, and can sign in', async () => {
    const roleId = await platform.roleId('EAST', '只读查看')
    const body = await form({ usersRoleList: [roleId] })
    expect((await platform.call(accounts.add, operator, { body })).code).toBe(0)
    const { data } = await platform.call(accounts.list, operator, { query: { account: body.account } })
    expect(data.content).toMatchObject([
      { account: body.account, name: '新员工', phone: '13912345678', enabled: true },
    ])
    const detail = await platform.call(accounts.detail, operator, { params: { id: data.content[0]?.id } })
    expect(detail.data).toMatchObject({ userOrgList: [{ deptName: '运行部' }], usersRoleList: [roleId] })

    const client = { headers: { authorization: basic } }
    await platform.send('GET', '/authorization/captcha?key=1234567890', client)
    const signIn = await platform.call(signInToken, client, {
      body: {
        username: body.account,
        secret: body.password,
        code: '1234',
        key: '1234567890',
        grant_type: 'password',
      },
    })
    expect(signIn.code).toBe(0)
  })

  test('ACC-5 what is stored of the password is a salted scrypt hash', async () => {
    const [first, second] = [await form(), await form()]
    await platform.call(accounts.add, operator, { body: first })
    await platform.call(accounts.add, operator, { body: second })
    const [one, two] = [await stored(first.account), await stored(second.account)]
    expect(one?.password_hash).toMatch(/^scrypt\$32768\$8\$3\$/)
    expect(one?.password_hash).not.toContain(first.password)
    expect(one?.password_hash).not.toBe(two?.password_hash)
  })

  test('ACC-7 an account name is taken in any spelling, also for two requests at once', async () => {
    const body = await form()
    const both = await Promise.all([
      platform.call(accounts.add, operator, { body }),
      platform.call(accounts.add, operator, { body: { ...body, account: body.account.toUpperCase() } }),
    ])
    expect(both.map((answer) => answer.code).sort()).toEqual([0, 409])
    const later = await platform.call(accounts.add, operator, { body })
    expect(later).toMatchObject({ status: 409, code: 409, msg: 'The account exists already' })
    expect((await platform.call(accounts.add, chinese, { body })).msg).toBe('账号已存在')
  })

  test('ACC-3 several organizations, each with its department', async () => {
    const body = await form({
      userOrgList: [
        { orgId: await platform.orgId('EAST'), deptId: await platform.deptId('EAST', 'MAINT.1') },
        { orgId: await platform.orgId('NORTH') },
      ],
    })
    expect((await platform.call(accounts.add, admin, { body })).code).toBe(0)
    const id = await platform.accountId(body.account)
    const { data } = await platform.call(accounts.detail, admin, { params: { id } })
    expect(data.userOrgList.map((place) => [place.orgName, place.deptName])).toEqual([
      ['华东储能', '检修一班'],
      ['华北储能', null],
    ])
  })
})

const long = (length: number) => '长'.repeat(length)
const nobody = '018f0000-0000-7000-8000-000000000000'
const wrongFields: readonly (readonly [
  field: string,
  given: Record<string, unknown>,
  en: string,
  zh: string,
])[] = [
  ['name', { name: '' }, 'Enter a name', '请输入姓名'],
  ['name', { name: '   ' }, 'Enter a name', '请输入姓名'],
  ['name', { name: undefined }, 'Enter a name', '请输入姓名'],
  ['name', { name: long(51) }, 'At most 50 characters', '最多 50 个字符'],
  ...[..."`~!@#$%^&*<>?;\\[]·￥{}《》：“”【】、；‘’'"].map(
    (character) =>
      ['name', { name: `a${character}b` }, 'Special characters are not allowed', '不能包含特殊字符'] as const,
  ),
  ['account', { account: '' }, 'Enter an account', '请输入账号'],
  ['account', { account: long(51) }, 'At most 50 characters', '最多 50 个字符'],
  ['account', { account: 'a<b' }, 'Special characters are not allowed', '不能包含特殊字符'],
  ['phone', { phone: '' }, 'Enter a phone number', '请输入手机号'],
  ['phone', { phone: '12345678901' }, 'Please enter a correct mobile number', '请输入正确的手机号'],
  ['phone', { phone: '1391234567' }, 'Please enter a correct mobile number', '请输入正确的手机号'],
  ['phone', { phone: '139123456789' }, 'Please enter a correct mobile number', '请输入正确的手机号'],
  ['phone', { phone: '71234567' }, 'Please enter a correct mobile number', '请输入正确的手机号'],
  ['userOrgList', { userOrgList: [] }, 'Select an organization', '请选择组织'],
  ['userOrgList', { userOrgList: undefined }, 'Select an organization', '请选择组织'],
]

describe('what adding and updating accept', () => {
  test.each(wrongFields)(
    'VALID-2 ACC-3 ACC-4 %s of %j is refused in both languages',
    async (field, given, en, zh) => {
      const before = await countAccounts()
      const target = await makePerson(platform, { EAST: [] })
      const body = await form(given)
      for (const [endpoint, sent] of [
        [accounts.add, body],
        [accounts.update, { ...body, id: target.id }],
      ] as const) {
        const english = await platform.call(endpoint, operator, { body: sent })
        expect(english).toMatchObject({ status: 400, code: 400, data: [{ field, message: en }] })
        const other = await platform.call(endpoint, chinese, { body: sent })
        expect(other).toMatchObject({ status: 400, code: 400, data: [{ field, message: zh }] })
      }
      expect(await countAccounts()).toBe(before + 1)
      expect(
        (
          await platform.db
            .selectFrom('account')
            .where('id', '=', target.id)
            .select('name')
            .executeTakeFirst()
        )?.name,
      ).toBe('Person')
    },
  )

  test.each([
    '13812345678',
    '19912345678',
    '51234567',
    '61234567',
    '81234567',
    '91234567',
    '612345',
    '0912345678',
  ])('ACC-4 the phone %s is accepted', async (phone) => {
    expect((await platform.call(accounts.add, operator, { body: await form({ phone }) })).code).toBe(0)
  })

  test('ACC-3 surrounding blanks are not part of a name', async () => {
    const body = await form({ name: '  李雷  ' })
    await platform.call(accounts.add, operator, { body })
    expect((await stored(body.account))?.name).toBe('李雷')
  })

  test.each(['Secret123', '', browserHash('x').slice(1), 42, null])(
    'ACC-5 VALID-2 the password %j, which is no hash, is refused',
    async (password) => {
      const body = await form({ password })
      expect(await platform.call(accounts.add, operator, { body })).toMatchObject({
        status: 400,
        data: [{ field: 'password' }],
      })
      expect(await stored(body.account)).toBeUndefined()
    },
  )

  test('VALID-2 every wrong field is told, each once', async () => {
    const answer = await platform.call(accounts.add, operator, {
      body: { phone: 'x', name: '', userOrgList: 'x' },
    })
    expect(refusedFields(answer).sort()).toEqual(['account', 'name', 'password', 'phone', 'userOrgList'])
  })

  test('VALID-2 the same organization twice, a NUL character and too many entries are refused', async () => {
    const orgId = await platform.orgId('EAST')
    const refused = async (given: Record<string, unknown>) => {
      const body = await form(given)
      const answer = await platform.call(accounts.add, operator, { body })
      expect(await stored(body.account)).toBeUndefined()
      return [answer.status, ...refusedFields(answer)]
    }
    expect(await refused({ userOrgList: [{ orgId }, { orgId }] })).toEqual([400, 'userOrgList'])
    expect(await refused({ name: 'a\u0000b' })).toEqual([400, 'name'])
    expect(await refused({ name: 'a\ud800b' })).toEqual([400, 'name'])
    expect(await refused({ usersRoleList: Array(limits.listItems + 1).fill('x') })).toEqual([
      400,
      'usersRoleList',
    ])
    expect(await refused({ userOrgList: [{ orgId: "x'" }] })).toEqual([400, 'userOrgList.0.orgId'])
  })

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
    const unknown = await form({ userOrgList: [{ orgId: nobody }] })
    expect(await platform.call(accounts.add, admin, { body: unknown })).toMatchObject({
      code: 400,
      data: [{ field: 'userOrgList.0.orgId', message: 'No such organization' }],
    })
    expect((await platform.call(accounts.add, operator, { body: unknown })).code).toBe(403)
  })

  test('ACC-6 a role of an organization that the account does not belong to is refused', async () => {
    const body = await form({ usersRoleList: [await platform.roleId('NORTH', '只读查看')] })
    expect(await platform.call(accounts.add, admin, { body })).toMatchObject({
      code: 400,
      data: [{ field: 'usersRoleList' }],
    })
    expect((await platform.call(accounts.add, operator, { body })).code).toBe(403)
    expect(
      (await platform.call(accounts.add, operator, { body: await form({ usersRoleList: [nobody] }) })).code,
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
    expect((await platform.call(accounts.update, operator, { body })).code).toBe(0)
    const { data } = await platform.call(accounts.detail, operator, { params: { id: target.id } })
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
    expect((await platform.call(accounts.update, admin, { body })).code).toBe(0)
    expect(await rolesOf(target.id)).toEqual([target.roles.EAST])
  })

  test('ACC-7 a name that is another’s is refused and nothing changes', async () => {
    const target = await makePerson(platform, { EAST: [] })
    const body = await form({ id: target.id, account: 'Auditor', name: 'Other' })
    expect(await platform.call(accounts.update, operator, { body })).toMatchObject({ status: 409 })
    expect((await stored(target.account))?.name).toBe('Person')
    const own = await form({ id: target.id, account: target.account.toUpperCase() })
    expect((await platform.call(accounts.update, operator, { body: own })).code).toBe(0)
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
    expect((await platform.call(accounts.updateRoles, operator, { body })).code).toBe(0)
    expect(await rolesOf(target.id)).toEqual([roleId, target.roles.NORTH].sort())
  })

  test('ACC-6 VALID-2 no role at all is refused with its message', async () => {
    const target = await makePerson(platform, { EAST: [] })
    const body = { userId: target.id, orgId: await platform.orgId('EAST'), usersRoleList: [] }
    expect(await platform.call(accounts.updateRoles, operator, { body })).toMatchObject({
      code: 400,
      data: [{ field: 'usersRoleList', message: 'Select at least one role' }],
    })
    expect(await platform.call(accounts.updateRoles, chinese, { body })).toMatchObject({
      data: [{ field: 'usersRoleList', message: '请至少选择一个角色' }],
    })
    expect(await rolesOf(target.id)).toEqual([target.roles.EAST])
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
    expect((await platform.call(accounts.updateRoles, operator, { body })).code).toBe(403)
  })
})

describe('deleting and disabling', () => {
  test('ACC-7 a deleted account is gone, with memberships and roles; deleting it again is refused', async () => {
    const target = await makePerson(platform, { EAST: [] })
    expect((await platform.call(accounts.remove, operator, { params: { id: target.id } })).code).toBe(0)
    expect(await stored(target.account)).toBeUndefined()
    expect(await rolesOf(target.id)).toEqual([])
    expect((await platform.call(accounts.remove, operator, { params: { id: target.id } })).code).toBe(403)
    expect((await platform.call(accounts.remove, admin, { params: { id: target.id } })).code).toBe(404)
  })

  test.each([0, '0', false, 'false'])(
    'ACC-7 enabled given as %j disables, its opposite enables',
    async (enabled) => {
      const target = await makePerson(platform, { EAST: [] })
      const body = { id: target.id, enabled }
      expect((await platform.call(accounts.updateEnable, operator, { body })).code).toBe(0)
      expect((await stored(target.account))?.enabled).toBe(false)
      await platform.call(accounts.updateEnable, operator, { body: { ...body, enabled: 1 } })
      expect((await stored(target.account))?.enabled).toBe(true)
    },
  )

  test('VALID-2 enabled must be one of the two', async () => {
    const target = await makePerson(platform, { EAST: [] })
    for (const enabled of [2, 'yes', null, undefined, [], {}]) {
      const body = { id: target.id, enabled }
      expect(await platform.call(accounts.updateEnable, operator, { body })).toMatchObject({
        code: 400,
        data: [{ field: 'enabled', message: 'Must be enabled or disabled' }],
      })
    }
    expect((await stored(target.account))?.enabled).toBe(true)
  })
})

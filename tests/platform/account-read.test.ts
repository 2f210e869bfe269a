import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as departments from '#contracts/department'
import { testPlatform } from './harness.ts'
import { makePerson, makeRole } from './people.ts'

const platform = testPlatform()
const operator = { as: 'operator', org: 'EAST' }
const admin = { as: 'admin' }

describe('the account list', () => {
  test('LIST-3 without page and limit it is the first ten, with the exact count', async () => {
    const { data } = await platform.call(accounts.list, admin)
    expect(data.content).toHaveLength(10)
    const { count } = await platform.db
      .selectFrom('account')
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
      .executeTakeFirstOrThrow()
    expect(data.meta).toEqual({ page: 1, limit: 10, count })
    expect(count).toBeGreaterThanOrEqual(60)
  })

  test('LIST-3 its pages follow each other, newest first, without gap or repetition', async () => {
    const ids: string[] = []
    let count = 1
    for (let page = 1; ids.length < count; page += 1) {
      const { data } = await platform.call(accounts.list, admin, { query: { page, limit: 20 } })
      expect(data.content.length).toBeGreaterThan(0)
      ids.push(...data.content.map((row) => row.id))
      count = data.meta.count
    }
    const stored = await platform.db
      .selectFrom('account')
      .orderBy('created_time', 'desc')
      .orderBy('id', 'desc')
      .select('id')
      .execute()
    expect(ids).toEqual(stored.map((row) => row.id))
  })

  test('LIST-8 a page beyond the last is empty and still tells the count', async () => {
    const { data } = await platform.call(accounts.list, admin, { query: { page: 1_000_000, limit: 100 } })
    expect(data.content).toEqual([])
    expect(data.meta.count).toBeGreaterThanOrEqual(60)
  })

  test.each([
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', 'x'],
    ['page', '99999999999999999999'],
    ['page', '1e400'],
    ['limit', '0'],
    ['limit', '101'],
    ['limit', 'ten'],
    ['limit', 'NaN'],
  ])('LIST-3 %s=%s is refused', async (field, value) => {
    const answer = await platform.call(accounts.list, operator, { query: { [field]: value } })
    expect(answer).toMatchObject({
      status: 400,
      code: 400,
      data: [{ field, message: 'Must be a whole number in range' }],
    })
  })

  test('VALID-2 a repeated parameter, an unknown one and __proto__ do no harm', async () => {
    const send = async (query: string) => {
      const response = await platform.send('GET', `${accounts.list.path}?${query}`, operator)
      return { status: response.status, body: await response.json() }
    }
    expect(await send('page=1&page=2')).toMatchObject({ status: 400, body: { data: [{ field: 'page' }] } })
    expect(await send('account=a&account=b')).toMatchObject({
      status: 400,
      body: { data: [{ field: 'account' }] },
    })
    const plain = await send('limit=5')
    expect(await send('limit=5&__proto__=x&constructor=y&nothing=z&=')).toEqual(plain)
    expect((await send('account=%00')).status).toBe(400)
    expect((await send('account=%E0%A4%A')).status).toBe(200)
  })

  test('ACC-1 searches are data: percent, underscore, backslash and quotes match themselves', async () => {
    const found = async (query: Record<string, string>) => {
      const { data } = await platform.call(accounts.list, admin, { query: { limit: 100, ...query } })
      return data.content.map((row) => row.account)
    }
    expect(await found({ account: '%' })).toEqual([])
    expect(await found({ account: '\\' })).toEqual([])
    expect(await found({ account: "' or '1'='1" })).toEqual([])
    expect((await found({ account: '_' })).sort()).toEqual([
      'li_xiaohua',
      'night_shift_01',
      'night_shift_02',
      'wang_xiaoming',
    ])
    expect(await found({ account: 'SHIFT_01' })).toEqual(['night_shift_01'])
    expect(await found({ account: ' operator ' })).toEqual(['operator'])
  })

  test('ACC-1 account, phone and enabled state narrow the list together', async () => {
    const { data } = await platform.call(accounts.list, admin, { query: { account: 'operator' } })
    const phone = data.content[0]?.phone ?? ''
    const count = async (query: Record<string, unknown>) =>
      (await platform.call(accounts.list, admin, { query })).data.meta.count
    expect(await count({ phone: phone.slice(3, 9) })).toBeGreaterThanOrEqual(1)
    expect(await count({ account: 'operator', phone, enabled: 'true' })).toBe(1)
    expect(await count({ account: 'operator', phone, enabled: 'false' })).toBe(0)
    expect((await count({ enabled: 0 })) + (await count({ enabled: 1 }))).toBe(await count({}))
    expect(await count({ enabled: 0 })).toBeGreaterThan(0)
  })

  test('LIST-6 a search text of more than 50 characters is refused', async () => {
    const answer = await platform.call(accounts.list, operator, { query: { account: 'a'.repeat(51) } })
    expect(answer).toMatchObject({
      code: 400,
      data: [{ field: 'account', message: 'At most 50 characters' }],
    })
  })
})

describe('what a person sees', () => {
  test('PERM-5 the list shows the accounts of the organizations where the right is held, and no super administrator', async () => {
    const north = await makePerson(platform, { NORTH: [] })
    const both = await makePerson(platform, { NORTH: [], EAST: [] })
    const root = await makePerson(platform, { EAST: [] }, { super: true })
    const viewer = await makePerson(platform, { EAST: ['uia.account.search'], NORTH: [] })
    const seen = async (as: string, org: string) => {
      const { data } = await platform.call(
        accounts.list,
        { as, org },
        { query: { account: 'person', limit: 100 } },
      )
      return data.content.map((row) => row.account)
    }
    const east = await seen(viewer.account, 'EAST')
    expect(east).toContain(both.account)
    expect(east).not.toContain(north.account)
    expect(east).not.toContain(root.account)
    const { data } = await platform.call(accounts.list, admin, { query: { account: root.account } })
    expect(data.meta.count).toBe(1)
  })

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
    const { data } = await platform.call(accounts.detail, operator, { params: { id } })
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

  test('PERM-5 an id of another organization, an unknown one and a super administrator’s get one and the same refusal', async () => {
    const north = await makePerson(platform, { NORTH: [] })
    const root = await makePerson(platform, { EAST: [] }, { super: true })
    const answers = []
    for (const id of [north.id, root.id, '018f0000-0000-7000-8000-000000000000', 'none', '1']) {
      const { status, code, msg, data } = await platform.call(accounts.detail, operator, { params: { id } })
      answers.push({ status, code, msg, data })
    }
    for (const answer of answers) {
      expect(answer).toEqual({ status: 403, code: 403, msg: 'You are not permitted to do this', data: null })
    }
    expect(await platform.call(accounts.detail, admin, { params: { id: 'none' } })).toMatchObject({
      status: 404,
      code: 404,
    })
  })

  test.each(["1' or '1'='1", '../list', 'a b', '%00', '%', 'x'.repeat(65), '<script>'])(
    'PERM-5 the forged id %j is refused as bad input',
    async (id) => {
      const answer = await platform.call(accounts.detail, operator, { params: { id } })
      expect(answer).toMatchObject({
        status: 400,
        code: 400,
        data: [{ field: 'id', message: 'Not a valid id' }],
      })
    },
  )

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
    await platform.db.updateTable('role').set({ dept_id: deptId }).where('id', '=', inside).execute()
    await platform.db
      .updateTable('role')
      .set({ dept_id: await platform.deptId('EAST', 'MAINT.1') })
      .where('id', '=', elsewhere)
      .execute()
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
    expect((await platform.call(accounts.listRole, operator, foreign)).code).toBe(403)
  })

  test('ACC-3 departments to choose are the enabled ones of an organization inside the reach', async () => {
    const orgId = await platform.orgId('EAST')
    const names = async () =>
      (await platform.call(departments.listByOrganization, operator, { query: { orgId } })).data.map(
        (one) => one.name,
      )
    expect((await names()).sort()).toEqual(['Safety and Quality', '检修一班', '运行部'])
    await platform.db
      .updateTable('department')
      .set({ enabled: false })
      .where('id', '=', await platform.deptId('EAST', 'MAINT.1'))
      .execute()
    expect((await names()).sort()).toEqual(['Safety and Quality', '运行部'])
    const foreign = { query: { orgId: await platform.orgId('NORTH') } }
    expect((await platform.call(departments.listByOrganization, operator, foreign)).code).toBe(403)
    expect(
      (
        await platform.call(
          departments.listByOrganization,
          { as: 'field', org: 'EAST' },
          { query: { orgId } },
        )
      ).code,
    ).toBe(403)
  })
})

import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as departments from '#contracts/department'
import { listOperations } from '#contracts/log'
import * as organizations from '#contracts/organization'
import * as roles from '#contracts/role'
import { newId } from '#platform/ids'
import { momentOf } from '#platform/records/moment'
import { browserHash, testPlatform } from './harness.ts'
import { makeOrganization, makePerson } from './people.ts'

const platform = testPlatform()
const admin = { as: 'admin' }
const operator = { as: 'operator', org: 'EAST' }
type Who = { as: string; org?: string }

async function operations(query: Record<string, unknown> = {}, context: Who = admin) {
  const { data } = await platform.call(listOperations, context, { query: { limit: 100, ...query } })
  return data
}
interface Row {
  username: string
  module?: string
  type?: string
  status?: string
  orgId?: string | null
  time?: Date
}
async function write(rows: Row[]) {
  await platform.db
    .insertInto('operation_log')
    .values(
      rows.map(({ username, module = 'role', type = 'add', status = '1', orgId = null, time }) => ({
        id: newId(platform.now()),
        account_id: 'x',
        username,
        org_id: orgId,
        module,
        type,
        method: 'POST',
        path: '/x',
        request_ip: '192.0.2.1',
        status,
        create_time: time ?? platform.now(),
      })),
    )
    .execute()
}
async function newest(context: Who = admin) {
  return (await operations({ limit: 1 }, context)).content[0]
}

describe('the operation log’s list', () => {
  test('OLOG-1 a row tells tenant, system, module, type, method, operator, address, status and time', async () => {
    const orgId = await platform.orgId('EAST')
    platform.forward(1000)
    const headers = { 'x-forwarded-for': '203.0.113.5' }
    const who = { ...operator, system: 'uia', headers }
    const body = { name: 'Logged', code: 'LOGGED', orgId, enabled: 1 }
    expect((await platform.call(departments.add, who, { body })).code).toBe(0)
    expect(await newest()).toMatchObject({
      orgName: '华东储能',
      systemName: '统一管理平台',
      menuName: 'department',
      opType: 'add',
      method: 'POST',
      username: 'operator',
      requestIp: '203.0.113.5',
      status: 1,
      subject: 'Logged',
      createTime: platform.now().toISOString(),
    })
  })

  test('OLOG-1 LIST-3 its pages follow each other, newest first, exactly counted', async () => {
    const ids: unknown[] = []
    let count = 1
    for (let page = 1; ids.length < count; page += 1) {
      const { content, meta } = await operations({ page, limit: 30 })
      expect(content.length).toBeGreaterThan(0)
      ids.push(...content.map((row) => row.id))
      count = meta.count
      expect(meta.atLeast).toBeUndefined()
    }
    const stored = await platform.db
      .selectFrom('operation_log')
      .orderBy('create_time', 'desc')
      .orderBy('id', 'desc')
      .select('id')
      .execute()
    expect(ids).toEqual(stored.map((row) => row.id))
  })

  test('OLOG-1 module, type, operator, status and time narrow the list together', async () => {
    const time = new Date('2026-01-01T10:00:00.000Z')
    await write([
      { username: 'filtered-a', module: 'menu', type: 'delete', status: '3', time },
      { username: 'filtered-a', module: 'menu', type: 'delete', status: '2', time },
      { username: 'filtered-a', module: 'menu', type: 'add', status: '3', time },
      { username: 'filtered-a', module: 'role', type: 'delete', status: '3', time },
      { username: 'filtered-b', module: 'menu', type: 'delete', status: '3', time },
      { username: 'filtered-a', module: 'menu', type: 'delete', status: '3' },
    ])
    const all = {
      menuName: 'menu',
      opType: 'delete',
      userName: 'filtered-a',
      status: 3,
      beginTime: '2026-01-01',
      endTime: '2026-01-01',
    }
    const count = async (query: Record<string, unknown>) => (await operations(query)).meta.count
    expect(await count(all)).toBe(1)
    expect(await count({ ...all, status: '' })).toBe(2)
    expect(await count({ ...all, opType: '' })).toBe(2)
    expect(await count({ ...all, menuName: '' })).toBe(2)
    expect(await count({ ...all, userName: 'FILTERED' })).toBe(2)
    expect(await count({ ...all, beginTime: '', endTime: '' })).toBe(2)
    expect(await count({ ...all, endTime: '2025-12-31' })).toBe(0)
    expect((await platform.call(listOperations, admin, { query: { status: 4 } })).code).toBe(400)
    for (const text of ['%', 'd_a', '\\', 'filtered_a']) expect(await count({ userName: text })).toBe(0)
  })

  test('OLOG-1 both ends of a time range count, to the millisecond, whatever the offset', async () => {
    const at = new Date('2026-02-01T00:00:00.000Z')
    await write([{ username: 'ends', time: at }])
    const count = async (beginTime: string, endTime: string) =>
      (await operations({ userName: 'ends', beginTime, endTime })).meta.count
    expect(await count('2026-02-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z')).toBe(1)
    expect(await count('2026-02-01T00:00:00.001Z', '')).toBe(0)
    expect(await count('', '2026-01-31T23:59:59.999Z')).toBe(0)
    expect(await count('2026-02-01T08:00:00+08:00', '2026-02-01T08:00:00+0800')).toBe(1)
    expect(await count('2026-02-01T08:00:00.001+08:00', '')).toBe(0)
    expect(await count(String(at.getTime()), String(at.getTime()))).toBe(1)
    expect(await count(String(at.getTime() + 1), '')).toBe(0)
    expect(await count(String(at.getTime() / 1000), String(at.getTime() / 1000))).toBe(1)
    expect(await count('2026-02-01', '2026-02-01')).toBe(1)
    expect(await count('2026-02-02', '')).toBe(0)
    expect(await count('2026-02-01 00:00', '2026-02-01 00:00')).toBe(1)
    await platform.db
      .updateTable('operation_log')
      .set({ create_time: new Date('2026-02-01T23:59:59.999Z') })
      .where('username', '=', 'ends')
      .execute()
    expect(await count('', '2026-02-01')).toBe(1)
    expect(await count('', '2026-02-01T23:59')).toBe(1)
    expect(await count('', '2026-02-01T23:59:59')).toBe(1)
    expect(await count('', '2026-02-01T23:59:59.998Z')).toBe(0)
  })

  test.each(['2026-02-30', 'yesterday', '2026-13-01T00:00:00Z', '12', '2026-02-01T25:00', '99999999999999'])(
    'OLOG-1 VALID-2 the time %j is refused',
    async (beginTime) => {
      const answer = await platform.call(listOperations, admin, { query: { beginTime } })
      expect(answer).toMatchObject({
        status: 400,
        data: [{ field: 'beginTime', message: 'Not a valid time' }],
      })
    },
  )

  test('OLOG-1 a time is as long as it is exact', () => {
    const length = (text: string) => {
      const moment = momentOf(text)
      return moment === undefined ? 0 : moment.last.getTime() - moment.first.getTime() + 1
    }
    expect(length('')).toBe(0)
    expect(length('2026-02-01')).toBe(86_400_000)
    expect(length('2026-02-01T08:00')).toBe(60_000)
    expect(length('2026-02-01 08:00:00+08:00')).toBe(1000)
    expect(length('2026-02-01 08:00:00.5Z')).toBe(1)
    expect(momentOf('2026-02-01 08:00:00.5Z')?.first.toISOString()).toBe('2026-02-01T08:00:00.500Z')
  })

  test('PERM-5 OLOG-1 shows rows of the organizations in which the right is held; those of none to super administrators', async () => {
    const viewer = await makePerson(platform, { EAST: ['uia.operation.search'], NORTH: [] })
    await write([
      { username: 'owned', orgId: await platform.orgId('EAST'), module: 'menu' },
      { username: 'owned', orgId: await platform.orgId('NORTH') },
      { username: 'owned' },
    ])
    const who = { as: viewer.account, org: 'EAST' }
    const seen = await operations({ userName: 'owned' }, who)
    expect(seen.content.map((row) => row.menuName)).toEqual(['menu'])
    expect(seen.meta.count).toBe(1)
    expect((await operations({ userName: 'owned' })).meta.count).toBe(3)
    const both = await makePerson(platform, {
      EAST: ['uia.operation.search'],
      NORTH: ['uia.operation.search'],
    })
    expect((await operations({ userName: 'owned' }, { as: both.account, org: 'NORTH' })).meta.count).toBe(2)
    expect((await platform.call(listOperations, { as: viewer.account, org: 'NORTH' })).code).toBe(403)
  })
})

describe('what a row tells of a change', () => {
  async function nodeIds(...codes: string[]): Promise<string[]> {
    const rows = await platform.db.selectFrom('menu_node').where('code', 'in', codes).select('id').execute()
    return rows.map((row) => row.id)
  }

  test('EDGE-4 a role: fields before and after, permissions in numbers and names', async () => {
    const orgId = await platform.orgId('EAST')
    const body = {
      name: 'Told',
      orgId,
      description: 'one',
      resourceIdList: await nodeIds('uia.role.search', 'uia.role.add'),
    }
    platform.forward(1000)
    expect((await platform.call(roles.add, operator, { body })).code).toBe(0)
    expect(await newest()).toMatchObject({
      menuName: 'role',
      opType: 'add',
      subject: 'Told',
      changes: [
        { field: 'name', after: 'Told' },
        { field: 'orgId', after: { id: orgId, name: '华东储能' } },
        { field: 'description', after: 'one' },
        { field: 'resourceIdList', after: { count: 2, names: ['角色管理 / 新增', '角色管理 / 查询'] } },
      ],
    })
    const id = await platform.roleId('EAST', 'Told')
    const update = {
      ...body,
      id,
      description: 'two',
      resourceIdList: await nodeIds('uia.role.search', 'uia.menu.search'),
    }
    platform.forward(1000)
    expect((await platform.call(roles.update, operator, { body: update })).code).toBe(0)
    expect((await newest())?.changes).toEqual([
      { field: 'description', before: 'one', after: 'two' },
      {
        field: 'resourceIdList',
        before: { count: 2, names: ['角色管理 / 新增'] },
        after: { count: 2, names: ['菜单管理 / 查询'] },
      },
    ])
    const holder = await makePerson(platform, { EAST: [] })
    const grant = { userId: holder.id, orgId, usersRoleList: [id] }
    platform.forward(1000)
    expect((await platform.call(accounts.updateRoles, operator, { body: grant })).code).toBe(0)
    expect(await newest()).toMatchObject({
      menuName: 'account',
      opType: 'roles',
      subject: holder.account,
      changes: [
        { field: 'usersRoleList', before: [{ id: holder.roles.EAST }], after: [{ id, orgId, name: 'Told' }] },
      ],
    })
    platform.forward(1000)
    expect((await platform.call(roles.remove, operator, { params: { id } })).code).toBe(0)
    const removed = await newest()
    expect(removed).toMatchObject({ menuName: 'role', opType: 'delete', subject: 'Told' })
    expect(removed?.changes).toContainEqual({ field: 'accounts', before: 1 })
  })

  test('EDGE-4 an account: organizations by name, no password, no whole phone number', async () => {
    const orgId = await platform.orgId('EAST')
    const password = browserHash('Secret123')
    const body = {
      account: 'told-account',
      name: 'Told',
      phone: '13911114444',
      password,
      userOrgList: [{ orgId, deptId: await platform.deptId('EAST') }],
    }
    platform.forward(1000)
    expect((await platform.call(accounts.add, operator, { body })).code).toBe(0)
    const row = await newest()
    expect(row?.changes).toContainEqual({
      field: 'userOrgList',
      after: [{ orgId, deptId: await platform.deptId('EAST'), name: '华东储能 / 运行部' }],
    })
    expect(JSON.stringify(row)).not.toContain(password)
    expect(JSON.stringify(row)).not.toContain('13911114444')
  })

  test('EDGE-4 organizations and departments: switches and remarks', async () => {
    const organization = await makeOrganization(platform)
    platform.forward(1000)
    await platform.call(organizations.updateEnable, admin, { query: { id: organization.id, enabled: 0 } })
    expect(await newest()).toMatchObject({
      menuName: 'organization',
      opType: 'enable',
      subject: organization.name,
      changes: [{ field: 'enabled', before: true, after: false }],
    })
    const { id, code, name } = organization
    const body = { id, code, name, enabled: 0, remark: 'told' }
    platform.forward(1000)
    await platform.call(organizations.update, admin, { body })
    expect((await newest())?.changes).toEqual([{ field: 'remark', before: null, after: 'told' }])
  })

  test('EDGE-4 PERM-5 entries of organizations out of reach are left out', async () => {
    const target = await makePerson(platform, { EAST: [], NORTH: [] })
    const orgId = await platform.orgId('EAST')
    platform.forward(1000)
    const body = {
      id: target.id,
      account: target.account,
      name: 'Person',
      phone: '13800000000',
      userOrgList: [{ orgId }],
    }
    expect((await platform.call(accounts.update, { as: 'admin', org: 'EAST' }, { body })).code).toBe(0)
    const told = await newest()
    expect(told?.changes).toContainEqual({
      field: 'userOrgList',
      before: expect.arrayContaining([expect.objectContaining({ name: '华北储能' })]),
      after: [{ orgId, deptId: null, name: '华东储能' }],
    })
    const viewer = await makePerson(platform, { EAST: ['uia.operation.search'] })
    const seen = await newest({ as: viewer.account, org: 'EAST' })
    expect(seen?.id).toBe(told?.id)
    expect(JSON.stringify(seen)).toContain('华东储能')
    expect(JSON.stringify(seen)).not.toContain('华北储能')
  })

  test('OLOG-1 PERM-1 a refusal of each new call is there, with module and type', async () => {
    const nobody = await makePerson(platform, { EAST: [] })
    const who = { as: nobody.account, org: 'EAST' }
    for (const [endpoint, input, menuName, opType] of [
      [roles.remove, { params: { id: 'x' } }, 'role', 'delete'],
      [departments.updateEnable, { query: { id: 'x', enabled: 0 } }, 'department', 'enable'],
      [organizations.updateEnable, { query: { id: 'x', enabled: 0 } }, 'organization', 'enable'],
      [roles.list, {}, 'role', 'read'],
      [listOperations, {}, 'operation', 'read'],
    ] as const) {
      platform.forward(1000)
      expect((await platform.call(endpoint, who, input)).code).toBe(403)
      expect(await newest()).toMatchObject({ menuName, opType, status: 3, username: nobody.account })
    }
  })
})

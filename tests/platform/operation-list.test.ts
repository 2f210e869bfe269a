import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as departments from '#contracts/department'
import { history, listOperations } from '#contracts/log'
import * as organizations from '#contracts/organization'
import * as roles from '#contracts/role'
import { timeRangeOf } from '#contracts/time-range'
import { newId } from '#platform/kernel/ids'
import { admin, browserHash, operator, testPlatform } from './harness.ts'
import { makeDepartment, makeOrganization, makePerson, nodeIds, personForm } from './records.ts'

const platform = testPlatform()
type Who = { as: string; org?: string }

const operations = (query: Record<string, unknown> = {}, context: Who = admin) =>
  platform.ok(listOperations, context, { query: { limit: 100, ...query } })
interface Row {
  username: string
  module?: string
  type?: string
  status?: string
  orgId?: string | null
  time?: Date
}
async function write(rows: Row[]) {
  await platform.insert(
    'operation_log',
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
}
const newest = async (context?: Who) => (await operations({ limit: 1 }, context)).content[0]

describe('a record’s history', () => {
  test('WHY-4 PERM-5 it is the record’s own, the latest first, within reach', async () => {
    const orgId = await platform.orgId('EAST')
    const form = { name: 'Told', code: 'TOLD', orgId, enabled: true, remark: null }
    await platform.ok(departments.add, operator, { body: form })
    const { content } = await platform.ok(departments.list, operator, { query: { name: 'TOLD' } })
    const id = content[0]?.id ?? ''
    platform.forward(1000)
    await platform.ok(departments.update, operator, { body: { ...form, id, name: 'Told again' } })
    await platform.ok(departments.add, operator, { body: { ...form, code: 'OTHER' } })
    const of = (menuName: string, who: Who) =>
      platform.ok(history, who, { query: { menuName, subjectId: id } })
    const told = await of('department', operator)
    expect(told.map(({ opType, subject }) => [opType, subject])).toEqual([
      ['update', 'Told again'],
      ['add', 'Told'],
    ])
    expect(told[0]?.changes).toEqual([{ field: 'name', before: 'Told', after: 'Told again' }])
    expect(await of('role', operator), 'ids of other records are other ids').toEqual([])
    const far = await makePerson(platform, { SOUTH: ['uia.operation.search'] })
    expect(await of('department', { as: far.account, org: 'SOUTH' })).toEqual([])
  })
})

describe('the operation log’s list', () => {
  test('OLOG-1 a row tells tenant, system, module, type, method, operator, address, status and time', async () => {
    const orgId = await platform.orgId('EAST')
    platform.forward(1000)
    const headers = { 'x-forwarded-for': '203.0.113.5' }
    const who = { ...operator, system: 'uia', headers }
    const body = { name: 'Logged', code: 'LOGGED', orgId, enabled: 1 }
    await platform.ok(departments.add, who, { body })
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
    expect(await count({ ...all, beginTime: '2025-01-01', endTime: '2025-12-31' })).toBe(0)
    expect(await platform.code(listOperations, admin, { query: { status: 4 } })).toBe(400)
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
    await platform.set(
      'operation_log',
      { username: 'ends' },
      { create_time: new Date('2026-02-01T23:59:59.999Z') },
    )
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
      const moment = timeRangeOf(text)
      return moment === undefined ? 0 : moment.last.getTime() - moment.first.getTime() + 1
    }
    expect(length('')).toBe(0)
    expect(length('2026-02-01')).toBe(86_400_000)
    expect(length('2026-02-01T08:00')).toBe(60_000)
    expect(length('2026-02-01 08:00:00+08:00')).toBe(1000)
    expect(length('2026-02-01 08:00:00.5Z')).toBe(1)
    expect(timeRangeOf('2026-02-01 08:00:00.5Z')?.first.toISOString()).toBe('2026-02-01T08:00:00.500Z')
  })
})

describe('what a row tells of a change', () => {
  test('EDGE-4 a role: fields before and after, permissions in numbers and names', async () => {
    const orgId = await platform.orgId('EAST')
    const body = {
      name: 'Told',
      orgId,
      description: 'one',
      resourceIdList: await nodeIds(platform, 'uia.role.search', 'uia.role.add'),
    }
    platform.forward(1000)
    await platform.ok(roles.add, operator, { body })
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
      resourceIdList: await nodeIds(platform, 'uia.role.search', 'uia.menu.search'),
    }
    platform.forward(1000)
    await platform.ok(roles.update, operator, { body: update })
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
    await platform.ok(accounts.updateRoles, operator, { body: grant })
    expect(await newest()).toMatchObject({
      menuName: 'account',
      opType: 'roles',
      subject: holder.account,
      changes: [
        { field: 'usersRoleList', before: [{ id: holder.roles.EAST }], after: [{ id, orgId, name: 'Told' }] },
      ],
    })
    platform.forward(1000)
    await platform.ok(roles.remove, operator, { params: { id } })
    const removed = await newest()
    expect(removed).toMatchObject({ menuName: 'role', opType: 'delete', subject: 'Told' })
    expect(removed?.changes).toContainEqual({ field: 'accounts', before: 1 })
  })

  test('EDGE-4 an account: organizations by name, no password, no whole phone number', async () => {
    const password = browserHash('Secret123')
    const place = { orgId: await platform.orgId('EAST'), deptId: await platform.deptId('EAST') }
    const body = {
      account: 'told-account',
      name: 'Told',
      phone: '13911114444',
      password,
      userOrgList: [place],
    }
    platform.forward(1000)
    await platform.ok(accounts.add, operator, { body })
    const row = await newest()
    expect(row?.changes).toContainEqual({
      field: 'userOrgList',
      after: [{ ...place, name: '华东储能 / 运行部' }],
    })
    expect(row?.changes).toContainEqual({ field: 'phone', after: '139****4444' })
    expect(JSON.stringify(row)).not.toContain(password)
    expect(JSON.stringify(row)).not.toMatch(/password|13911114444/i)
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
    const body = await personForm(platform, target)
    await platform.ok(accounts.update, { as: 'admin', org: 'EAST' }, { body })
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

  test('EDGE-4 PERM-5 where a record was before is not told out of reach', async () => {
    const before = { id: await platform.orgId('NORTH'), name: '华北储能' }
    const after = { id: await platform.orgId('EAST'), name: '华东储能' }
    const { id, code, name } = await makeDepartment(platform, 'NORTH')
    const viewer = await makePerson(platform, { EAST: ['uia.operation.search'] })
    platform.forward(1000)
    const body = { id, code, name, orgId: after.id, enabled: true }
    await platform.ok(departments.update, { as: 'admin', org: 'EAST' }, { body })
    expect((await newest())?.changes).toEqual([{ field: 'orgId', before, after }])
    expect((await newest({ as: viewer.account, org: 'EAST' }))?.changes).toEqual([{ field: 'orgId', after }])
  })
})

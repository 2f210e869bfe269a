import { describe, expect, test } from 'vitest'
import * as departments from '#contracts/department'
import { type Answer, testPlatform } from './harness.ts'
import { makeDepartment, makePerson } from './people.ts'

const platform = testPlatform()
const operator = { as: 'operator', org: 'EAST' }
const chinese = { ...operator, locale: 'zh-cn' as const }
const admin = { as: 'admin' }
let made = 0

async function form(given: Record<string, unknown> = {}) {
  made += 1
  return {
    name: `新部门${made}`,
    code: `NEW.${made}`,
    orgId: await platform.orgId('EAST'),
    enabled: 1,
    remark: '备注',
    ...given,
  }
}
async function stored(id: string) {
  return platform.db.selectFrom('department').where('id', '=', id).selectAll().executeTakeFirst()
}
async function countDepartments(): Promise<number> {
  return (await platform.db.selectFrom('department').select('id').execute()).length
}
async function found(query: Record<string, unknown>, context: { as: string; org?: string } = admin) {
  const { data } = await platform.call(departments.list, context, { query: { limit: 100, ...query } })
  expect(data.meta.count).toBe(data.content.length)
  return data.content
}
function codeOf(answer: Answer): number {
  return answer.code
}

describe('the department list', () => {
  test('DEPT-1 LIST-3 each once, newest first, exactly counted, beyond the last page empty', async () => {
    const ids: string[] = []
    let count = 1
    for (let page = 1; ids.length < count; page += 1) {
      const { data } = await platform.call(departments.list, admin, { query: { page, limit: 20 } })
      ids.push(...data.content.map((row) => row.id))
      count = data.meta.count
    }
    const all = await platform.db
      .selectFrom('department')
      .orderBy('created_time', 'desc')
      .orderBy('id', 'desc')
      .select('id')
      .execute()
    expect(ids).toEqual(all.map((row) => row.id))
    expect(count).toBeGreaterThanOrEqual(25)
    const beyond = await platform.call(departments.list, admin, { query: { page: 1000 } })
    expect(beyond.data).toMatchObject({ content: [], meta: { count } })
  })

  test('DEPT-1 one text finds names, codes and organizations, in any spelling', async () => {
    const both = new Set((await found({ name: '检修' })).map((row) => row.code))
    expect(both).toEqual(new Set(['MAINT.1']))
    expect((await found({ name: 'maint.1' })).length).toBeGreaterThanOrEqual(12)
    const harbor = await found({ name: 'harbor' })
    expect(harbor.map((row) => row.code).sort()).toEqual(['MAINT.1', 'OPS', 'SAFETY'])
    expect(new Set(harbor.map((row) => row.orgName))).toEqual(new Set(['Harbor Energy']))
    for (const name of ['%', '_', '\\', "' or '1'='1"]) expect(await found({ name })).toEqual([])
  })

  test('DEPT-1 the text and the enabled state narrow together', async () => {
    const all = await found({ name: 'safety' })
    const on = await found({ name: 'safety', enabled: 1 })
    const off = await found({ name: 'safety', enabled: 'false' })
    expect(off.length).toBeGreaterThan(0)
    expect(on.length).toBeGreaterThan(0)
    expect(on.length + off.length).toBe(all.length)
    expect(off.every((row) => !row.enabled)).toBe(true)
  })

  test('PERM-5 shows the departments of the organizations in which the right is held, and no others', async () => {
    const person = await makePerson(platform, { EAST: ['uia.department.search'], NORTH: [] })
    const rows = await found({}, { as: person.account, org: 'EAST' })
    expect(new Set(rows.map((row) => row.orgName))).toEqual(new Set(['华东储能']))
    expect(await found({ name: '华北' }, { as: person.account, org: 'EAST' })).toEqual([])
  })
})

describe('adding, updating and disabling departments', () => {
  test('DEPT-3 an added department is listed and detailed; update and switch change it', async () => {
    const body = await form()
    expect((await platform.call(departments.add, operator, { body })).code).toBe(0)
    const [row] = await found({ name: body.code }, operator)
    expect(row).toMatchObject({ name: body.name, code: body.code, enabled: true, remark: '备注' })
    const id = row?.id ?? ''
    const change = { ...body, id, name: 'Renamed', remark: null }
    expect((await platform.call(departments.update, operator, { body: change })).code).toBe(0)
    const { data } = await platform.call(departments.detail, operator, { params: { id } })
    expect(data).toMatchObject({ id, name: 'Renamed', remark: null, orgName: '华东储能', enabled: true })
    for (const [enabled, expected] of [
      [0, false],
      ['true', true],
      ['false', false],
    ] as const) {
      expect((await platform.call(departments.updateEnable, operator, { query: { id, enabled } })).code).toBe(
        0,
      )
      expect((await stored(id))?.enabled).toBe(expected)
    }
    expect((await platform.call(departments.remove, operator, { params: { id } })).code).toBe(0)
    expect(await stored(id)).toBeUndefined()
    expect((await platform.call(departments.remove, operator, { params: { id } })).code).toBe(403)
    expect((await platform.call(departments.remove, admin, { params: { id } })).code).toBe(404)
  })

  test.each([
    ['name', { name: ' ' }, 'Enter the department name', '请输入部门名称'],
    ['name', { name: '长'.repeat(51) }, 'At most 50 characters', '最多 50 个字符'],
    ['name', { name: 'a$b' }, 'Special characters are not allowed', '不能包含特殊字符'],
    ['code', { code: '' }, 'Enter a code', '请输入编码'],
    ['code', { code: 'A'.repeat(21) }, 'At most 20 characters', '最多 20 个字符'],
    ['code', { code: '.A' }, 'Letters, digits and dots only, no leading dot', undefined],
    ['code', { code: 'A-B' }, 'Letters, digits and dots only, no leading dot', undefined],
    ['code', { code: '部门' }, 'Letters, digits and dots only, no leading dot', undefined],
    ['orgId', { orgId: undefined }, 'Select an organization', '请选择组织'],
    ['enabled', { enabled: undefined }, 'Must be enabled or disabled', undefined],
    ['enabled', { enabled: 2 }, 'Must be enabled or disabled', undefined],
    ['remark', { remark: '长'.repeat(51) }, 'At most 50 characters', '最多 50 个字符'],
    ['remark', { remark: '「x」;' }, 'Special characters are not allowed', '不能包含特殊字符'],
  ])('DEPT-2 VALID-2 %s of %j is refused, and nothing is stored', async (field, given, en, zh) => {
    const { id } = await makeDepartment(platform, 'EAST')
    const before = [await countDepartments(), await stored(id)]
    const body = await form(given)
    for (const [endpoint, sent] of [
      [departments.add, body],
      [departments.update, { ...body, id }],
    ] as const) {
      const answer = await platform.call(endpoint, operator, { body: sent })
      expect(answer).toMatchObject({ status: 400, code: 400, data: [{ field, message: en }] })
      if (zh === undefined) continue
      const other = await platform.call(endpoint, chinese, { body: sent })
      expect(other).toMatchObject({ status: 400, data: [{ field, message: zh }] })
    }
    expect([await countDepartments(), await stored(id)]).toEqual(before)
  })

  test('DEPT-2 a code is taken once in its organization, in any spelling, also by two requests at once', async () => {
    const body = await form({ code: 'Twice.1' })
    const both = await Promise.all([
      platform.call(departments.add, operator, { body }),
      platform.call(departments.add, operator, { body: { ...body, code: 'TWICE.1' } }),
    ])
    expect(both.map(codeOf).sort()).toEqual([0, 409])
    expect(await platform.call(departments.add, chinese, { body })).toMatchObject({
      status: 409,
      msg: '该组织中已有相同编码的部门',
    })
    const west = { ...body, orgId: await platform.orgId('WEST') }
    expect((await platform.call(departments.add, admin, { body: west })).code).toBe(0)
    const { id, name } = await makeDepartment(platform, 'EAST')
    const renamed = { ...body, id, name: 'Other' }
    expect((await platform.call(departments.update, operator, { body: renamed })).code).toBe(409)
    expect((await stored(id))?.name).toBe(name)
  })

  test('DEPT-3 a department in use is neither deleted nor moved: the answer counts its accounts and roles', async () => {
    const { id } = await makeDepartment(platform, 'EAST')
    const orgId = await platform.orgId('EAST')
    const [one, two] = [await makePerson(platform, { EAST: [] }), await makePerson(platform, { EAST: [] })]
    await platform.db
      .updateTable('membership')
      .set({ dept_id: id })
      .where('account_id', 'in', [one.id, two.id])
      .execute()
    await platform.db
      .updateTable('role')
      .set({ dept_id: id })
      .where('id', '=', one.roles.EAST ?? '')
      .execute()
    const refused = await platform.call(departments.remove, operator, { params: { id } })
    expect(refused).toMatchObject({ status: 409, code: 409, data: { accounts: 2, roles: 1 } })
    expect(refused.msg).toBe('The department is in use: 2 accounts, 1 roles')
    const move = await form({ id, orgId: await platform.orgId('NORTH') })
    expect(await platform.call(departments.update, admin, { body: move })).toMatchObject({
      status: 409,
      data: { accounts: 2, roles: 1 },
    })
    expect((await stored(id))?.org_id).toBe(orgId)
    const free = await makeDepartment(platform, 'EAST')
    expect((await platform.call(departments.update, admin, { body: { ...move, id: free.id } })).code).toBe(0)
    expect((await stored(free.id))?.org_id).toBe(await platform.orgId('NORTH'))
  })

  test('DEPT-3 a department that is given to an account at the moment of its deletion: one of both is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await makeDepartment(platform, 'EAST')
      const person = await makePerson(platform, { EAST: [] })
      const [removed, given] = await Promise.allSettled([
        platform.call(departments.remove, operator, { params: { id } }),
        platform.db
          .updateTable('membership')
          .set({ dept_id: id })
          .where('account_id', '=', person.id)
          .execute(),
      ])
      const isRemoved = removed.status === 'fulfilled' && removed.value.code === 0
      expect(isRemoved).toBe(given.status === 'rejected')
      expect((await stored(id)) === undefined).toBe(isRemoved)
    }
  })

  test('PERM-3 an update that flips the switch takes the switch’s permission too', async () => {
    const editor = await makePerson(platform, { EAST: ['uia.department.update'] })
    const who = { as: editor.account, org: 'EAST' }
    const { id } = await makeDepartment(platform, 'EAST')
    const body = await form({ id })
    expect(await platform.call(departments.update, who, { body: { ...body, enabled: 0 } })).toMatchObject({
      status: 403,
      msg: 'You are not permitted to enable or disable it',
    })
    expect((await stored(id))?.enabled).toBe(true)
    expect((await platform.call(departments.update, who, { body })).code).toBe(0)
  })

  test('PERM-5 a department of another organization and an unknown one get one and the same refusal', async () => {
    const foreign = await makeDepartment(platform, 'NORTH')
    const answers = []
    for (const id of [foreign.id, 'none']) {
      for (const answer of [
        await platform.call(departments.detail, operator, { params: { id } }),
        await platform.call(departments.update, operator, { body: await form({ id }) }),
        await platform.call(departments.remove, operator, { params: { id } }),
        await platform.call(departments.updateEnable, operator, { query: { id, enabled: 0 } }),
      ]) {
        const { status, code, msg, data } = answer
        answers.push({ status, code, msg, data })
      }
    }
    expect(answers).toHaveLength(8)
    for (const answer of answers) {
      expect(answer).toEqual({ status: 403, code: 403, msg: 'You are not permitted to do this', data: null })
    }
    const intoNorth = await form({ orgId: await platform.orgId('NORTH') })
    expect((await platform.call(departments.add, operator, { body: intoNorth })).code).toBe(403)
    const own = await makeDepartment(platform, 'EAST')
    expect(
      (await platform.call(departments.update, operator, { body: { ...intoNorth, id: own.id } })).code,
    ).toBe(403)
    expect(await stored(foreign.id)).toMatchObject({ name: foreign.name, enabled: true })
  })
})

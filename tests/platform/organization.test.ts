import { describe, expect, test } from 'vitest'
import * as departments from '#contracts/department'
import * as organizations from '#contracts/organization'
import { listSystems, listUserOrganizations, mainMenu } from '#contracts/session'
import { type Answer, testPlatform } from './harness.ts'
import { makeDepartment, makeOrganization, makePerson, makeRole } from './people.ts'

const platform = testPlatform()
const admin = { as: 'admin' }
const chinese = { ...admin, locale: 'zh-cn' as const }
const operator = { as: 'operator', org: 'EAST' }
const rights = ['search', 'detail', 'add', 'update', 'delete', 'updateEnable'].map(
  (action) => `uia.organization.${action}`,
)
let made = 0

function form(given: Record<string, unknown> = {}) {
  made += 1
  return { name: `新组织${made}`, code: `NEW${made}`, enabled: 1, remark: '备注', ...given }
}
async function stored(id: string) {
  return platform.db.selectFrom('organization').where('id', '=', id).selectAll().executeTakeFirst()
}
async function countOrganizations(): Promise<number> {
  return (await platform.db.selectFrom('organization').select('id').execute()).length
}
async function found(query: Record<string, unknown> = {}, context: { as: string; org?: string } = admin) {
  const { data } = await platform.call(organizations.list, context, { query: { limit: 100, ...query } })
  expect(data.meta.count).toBe(data.content.length)
  return data.content.map((row) => row.code)
}
function codeOf(answer: Answer): number {
  return answer.code
}
async function enable(context: { as: string; org?: string }, id: string, enabled: number) {
  return platform.call(organizations.updateEnable, context, { query: { id, enabled } })
}

describe('the organization list', () => {
  test('ORG-1 status and name narrow it together; patterns are data', async () => {
    expect((await found()).length).toBeGreaterThanOrEqual(12)
    expect(await found({ enabled: 0 })).toEqual(['PILOT'])
    expect((await found({ enabled: 1 })).length).toBe((await found()).length - 1)
    expect(await found({ name: '储能', enabled: 'true' })).toContain('EAST')
    expect(await found({ name: '试点', enabled: 1 })).toEqual([])
    expect(await found({ name: 'north' })).toEqual(['NORTHWEST', 'NORTH'])
    for (const name of ['%', '_', '\\']) expect(await found({ name })).toEqual([])
  })

  test('PERM-5 shows those in which the right is held, disabled ones too, so that they can be enabled again', async () => {
    const one = await makeOrganization(platform)
    const person = await makePerson(platform, { EAST: rights, NORTH: [], [one.code]: rights })
    const who = { as: person.account, org: 'EAST' }
    expect((await found({}, who)).sort()).toEqual(['EAST', one.code].sort())
    expect((await enable(who, one.id, 0)).code).toBe(0)
    expect(await found({ enabled: 0 }, who)).toEqual([one.code])
    expect((await enable(who, one.id, 1)).code).toBe(0)
    expect((await stored(one.id))?.enabled).toBe(true)
    expect((await enable(who, await platform.orgId('NORTH'), 0)).code).toBe(403)
  })
})

describe('adding, updating and disabling organizations', () => {
  test('ORG-3 an added organization is listed and detailed; an update changes it, its code stays', async () => {
    const body = form()
    expect((await platform.call(organizations.add, admin, { body })).code).toBe(0)
    const id = await platform.orgId(body.code)
    const change = { ...body, id, name: 'Renamed', remark: null, enabled: 0 }
    expect((await platform.call(organizations.update, admin, { body: change })).code).toBe(0)
    const { data } = await platform.call(organizations.detail, admin, { params: { id } })
    expect(data).toMatchObject({ id, name: 'Renamed', code: body.code, remark: null, enabled: false })
    for (const code of ['OTHER', body.code.toLowerCase()]) {
      const other = { ...change, code, name: 'Never' }
      expect(await platform.call(organizations.update, admin, { body: other })).toMatchObject({
        status: 400,
        data: [{ field: 'code', message: 'The code is fixed once saved' }],
      })
    }
    expect(await stored(id)).toMatchObject({ name: 'Renamed', code: body.code })
    expect((await platform.call(organizations.remove, admin, { params: { id } })).code).toBe(0)
    expect(await stored(id)).toBeUndefined()
    expect((await platform.call(organizations.remove, admin, { params: { id } })).code).toBe(404)
  })

  test.each([
    ['name', { name: '' }, 'Enter the organization name', '请输入组织名称'],
    ['name', { name: '长'.repeat(51) }, 'At most 50 characters', '最多 50 个字符'],
    ['name', { name: 'a&b' }, 'Special characters are not allowed', '不能包含特殊字符'],
    ['code', { code: '' }, 'Enter a code', '请输入编码'],
    ['code', { code: 'A'.repeat(21) }, 'At most 20 characters', '最多 20 个字符'],
    ['code', { code: 'A.B' }, 'Letters and digits only', undefined],
    ['code', { code: 'A B' }, 'Letters and digits only', undefined],
    ['code', { code: '东区' }, 'Letters and digits only', undefined],
    ['enabled', { enabled: undefined }, 'Must be enabled or disabled', undefined],
    ['remark', { remark: '长'.repeat(51) }, 'At most 50 characters', '最多 50 个字符'],
    ['remark', { remark: 'a“b”' }, 'Special characters are not allowed', '不能包含特殊字符'],
  ])('ORG-2 VALID-2 %s of %j is refused, and nothing is stored', async (field, given, en, zh) => {
    const { id } = await makeOrganization(platform)
    const before = [await countOrganizations(), await stored(id)]
    const body = form(given)
    for (const [endpoint, sent] of [
      [organizations.add, body],
      [organizations.update, { ...body, id }],
    ] as const) {
      const answer = await platform.call(endpoint, admin, { body: sent })
      expect(answer).toMatchObject({ status: 400, code: 400, data: [{ field, message: en }] })
      if (zh === undefined) continue
      const other = await platform.call(endpoint, chinese, { body: sent })
      expect(other).toMatchObject({ status: 400, data: [{ field, message: zh }] })
    }
    expect([await countOrganizations(), await stored(id)]).toEqual(before)
  })

  test('ORG-2 a code is taken in any spelling, also by two requests at once', async () => {
    const body = form({ code: 'Once' })
    const both = await Promise.all([
      platform.call(organizations.add, admin, { body }),
      platform.call(organizations.add, admin, { body: { ...body, code: 'ONCE' } }),
    ])
    expect(both.map(codeOf).sort()).toEqual([0, 409])
    expect(await platform.call(organizations.add, chinese, { body })).toMatchObject({
      status: 409,
      msg: '组织编码已存在',
    })
  })

  test('ORG-3 the switch is understood from the query, from the body and from both, and refused when they differ', async () => {
    const { id } = await makeOrganization(platform)
    const send = async (query: object, body: object) => {
      const answer = await platform.call(organizations.updateEnable, admin, { query, body })
      return [answer.status, (await stored(id))?.enabled]
    }
    expect(await send({ id, enabled: 0 }, {})).toEqual([200, false])
    expect(await send({}, { id, enabled: 1 })).toEqual([200, true])
    expect(await send({ id, enabled: 0 }, { id, enabled: false })).toEqual([200, false])
    expect(await send({ id, enabled: 0 }, { id, enabled: 1 })).toEqual([400, false])
    expect(await send({ id }, {})).toEqual([400, false])
    const noId = await platform.call(organizations.updateEnable, admin, { query: { enabled: 1 } })
    expect(noId).toMatchObject({ status: 400, data: [{ field: 'id', message: 'Not a valid id' }] })
    const contrary = { query: { id, enabled: 1 }, body: { id, enable: 0 } }
    expect(await platform.call(organizations.updateEnable, admin, contrary)).toMatchObject({
      status: 400,
      data: [{ field: 'enabled', message: 'Must be enabled or disabled' }],
    })
    expect((await stored(id))?.enabled).toBe(false)
  })

  test('ORG-3 the switch travels in the query alone, without any body', async () => {
    const { id } = await makeOrganization(platform)
    const { path } = organizations.updateEnable
    const alone = await platform.send('POST', `${path}?id=${id}&enabled=0`, admin)
    expect([alone.status, (await stored(id))?.enabled]).toEqual([200, false])
    const typed = await platform.send('POST', `${path}?id=${id}&enabled=1`, {
      ...admin,
      type: 'application/json',
    })
    expect([typed.status, (await stored(id))?.enabled]).toEqual([200, true])
    const other = await platform.send('POST', `${path}?id=${id}&enabled=0`, {
      ...admin,
      type: 'text/plain',
      body: '{}',
    })
    expect([other.status, (await stored(id))?.enabled]).toEqual([415, true])
    const needed = await platform.send('POST', organizations.add.path, admin)
    expect(needed.status).toBe(415)
  })

  test('ORG-3 an organization in use is not deleted: the answer counts what hangs on it, and nothing is lost', async () => {
    const organization = await makeOrganization(platform)
    await makePerson(platform, { [organization.code]: [] })
    await makePerson(platform, { [organization.code]: [] })
    await makeRole(platform, organization.code, [])
    await makeDepartment(platform, organization.code)
    const params = { id: organization.id }
    const refused = await platform.call(organizations.remove, admin, { params })
    expect(refused).toMatchObject({ status: 409, data: { accounts: 2, departments: 1, roles: 3 } })
    expect(refused.msg).toBe('The organization is in use: 2 accounts, 1 departments, 3 roles')
    expect((await platform.call(organizations.remove, chinese, { params })).msg).toBe(
      '组织正在使用中：2 个账号，1 个部门，3 个角色',
    )
    expect(await stored(organization.id)).toBeDefined()
  })

  test('ORG-3 a department that comes at the moment of the deletion: one of both is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await makeOrganization(platform)
      const [removed, added] = await Promise.all([
        platform.call(organizations.remove, admin, { params: { id } }),
        platform.call(departments.add, admin, { body: { name: 'x', code: 'X', orgId: id, enabled: 1 } }),
      ])
      expect([removed.code, added.code].filter((code) => code === 0)).toHaveLength(1)
      expect((await stored(id)) === undefined).toBe(removed.code === 0)
    }
  })
})

describe('organizations and those who work in them', () => {
  test('ORG-3 PERM-4 EDGE-8 a disabled organization cannot be entered, from the next call on', async () => {
    const organization = await makeOrganization(platform)
    const person = await makePerson(platform, { [organization.code]: rights })
    const who = { as: person.account, org: organization.code, system: 'uia' }
    const entered = async () => [
      (await platform.call(organizations.list, who)).code,
      (await platform.call(mainMenu, who)).code,
      (await platform.call(listSystems, who, { query: { orgId: organization.id } })).code,
      (await platform.call(listUserOrganizations, who)).data.length,
    ]
    expect(await entered()).toEqual([0, 0, 0, 1])
    expect((await enable(admin, organization.id, 0)).code).toBe(0)
    expect(await entered()).toEqual([403, 403, 403, 0])
    expect((await enable(admin, organization.id, 1)).code).toBe(0)
    expect(await entered()).toEqual([0, 0, 0, 1])
  })

  test('ORG-3 PERM-5 nobody but a super administrator disables or deletes the organization they work in', async () => {
    const organization = await makeOrganization(platform)
    const person = await makePerson(platform, { [organization.code]: rights })
    const who = { as: person.account, org: organization.code }
    const msg = 'You work in this organization: disabling or deleting it would lock you out'
    const { id, code, name } = organization
    expect(await enable(who, id, 0)).toMatchObject({ status: 409, msg })
    const body = { id, code, name, enabled: 0 }
    expect(await platform.call(organizations.update, who, { body })).toMatchObject({ status: 409, msg })
    expect(await platform.call(organizations.remove, who, { params: { id } })).toMatchObject({
      status: 409,
      msg,
    })
    expect((await stored(id))?.enabled).toBe(true)
    expect((await enable(admin, id, 0)).code).toBe(0)
  })

  test('ORG-3 whoever adds an organization is its first member, with what they hold where they work, and may delete it', async () => {
    const person = await makePerson(platform, { EAST: rights, WEST: ['uia.menu.search'] })
    const who = { as: person.account, org: 'EAST' }
    const body = form()
    expect((await platform.call(organizations.add, who, { body })).code).toBe(0)
    expect(await found({}, who)).toContain(body.code)
    const held = await platform.db
      .selectFrom('role_node as rn')
      .innerJoin('role as r', 'r.id', 'rn.role_id')
      .innerJoin('menu_node as n', 'n.id', 'rn.node_id')
      .where('r.org_id', '=', await platform.orgId(body.code))
      .select('n.code')
      .execute()
    expect(held.map((node) => node.code).sort()).toEqual([...rights].sort())
    const id = await platform.orgId(body.code)
    const colleague = await makePerson(platform, { [body.code]: [] })
    expect(await platform.call(organizations.remove, who, { params: { id } })).toMatchObject({
      status: 409,
      data: { accounts: 1, departments: 0, roles: 1 },
    })
    await platform.db.deleteFrom('account').where('id', '=', colleague.id).execute()
    await platform.db
      .deleteFrom('role')
      .where('id', '=', colleague.roles[body.code] ?? '')
      .execute()
    expect((await platform.call(organizations.remove, who, { params: { id } })).code).toBe(0)
    expect(await stored(id)).toBeUndefined()
  })

  test('PERM-3 an update that flips the switch takes the switch’s permission too', async () => {
    const organization = await makeOrganization(platform)
    const editor = await makePerson(platform, {
      EAST: ['uia.organization.update'],
      [organization.code]: ['uia.organization.update'],
    })
    const who = { as: editor.account, org: 'EAST' }
    const body = { id: organization.id, name: 'Edited', code: organization.code, enabled: 0 }
    expect((await platform.call(organizations.update, who, { body })).code).toBe(403)
    expect((await platform.call(organizations.update, who, { body: { ...body, enabled: 1 } })).code).toBe(0)
    expect(await stored(organization.id)).toMatchObject({ name: 'Edited', enabled: true })
  })

  test('PERM-5 an organization out of reach and an unknown one get one and the same refusal', async () => {
    const north = await platform.orgId('NORTH')
    const answers = []
    for (const id of [north, 'none']) {
      for (const answer of [
        await platform.call(organizations.detail, operator, { params: { id } }),
        await platform.call(organizations.update, operator, { body: form({ id }) }),
        await platform.call(organizations.remove, operator, { params: { id } }),
        await enable(operator, id, 0),
      ]) {
        const { status, code, msg, data } = answer
        answers.push({ status, code, msg, data })
      }
    }
    expect(answers).toHaveLength(8)
    for (const answer of answers) {
      expect(answer).toEqual({ status: 403, code: 403, msg: 'You are not permitted to do this', data: null })
    }
    expect(await stored(north)).toMatchObject({ code: 'NORTH', enabled: true })
  })
})

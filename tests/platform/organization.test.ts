import { describe, expect, test } from 'vitest'
import * as departments from '#contracts/department'
import * as organizations from '#contracts/organization'
import { listSystems, listUserOrganizations, mainMenu } from '#contracts/session'
import { admin, chinese, testPlatform } from './harness.ts'
import { fresh, makeDepartment, makeOrganization, makePerson, makeRole } from './records.ts'

const platform = testPlatform()
const rights = ['search', 'detail', 'add', 'update', 'delete', 'updateEnable'].map(
  (action) => `uia.organization.${action}`,
)
function form() {
  return { name: `新组织${fresh()}`, code: `NEW${fresh()}`, enabled: 1, remark: '备注' }
}
async function stored(id: string) {
  return platform.find('organization', { id })
}
async function found(query: Record<string, unknown> = {}, context: { as: string; org?: string } = admin) {
  const data = await platform.ok(organizations.list, context, { query: { limit: 100, ...query } })
  expect(data.meta.count).toBe(data.content.length)
  return data.content.map((row) => row.code)
}
async function enable(context: { as: string; org?: string }, id: string, enabled: number) {
  return platform.call(organizations.updateEnable, context, { query: { id, enabled } })
}

describe('the organization list', () => {
  test('ORG-1 status and name narrow it together', async () => {
    expect((await found()).length).toBeGreaterThanOrEqual(12)
    expect(await found({ enabled: 0 })).toEqual(['PILOT'])
    expect((await found({ enabled: 1 })).length).toBe((await found()).length - 1)
    expect(await found({ name: '储能', enabled: 'true' })).toContain('EAST')
    expect(await found({ name: '试点', enabled: 1 })).toEqual([])
    expect(await found({ name: 'north' })).toEqual(['NORTHWEST', 'NORTH'])
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
    await platform.ok(organizations.add, admin, { body })
    const id = await platform.orgId(body.code)
    const change = { ...body, id, name: 'Renamed', remark: null, enabled: 0 }
    await platform.ok(organizations.update, admin, { body: change })
    const data = await platform.ok(organizations.detail, admin, { params: { id } })
    expect(data).toMatchObject({ id, name: 'Renamed', code: body.code, remark: null, enabled: false })
    for (const code of ['OTHER', body.code.toLowerCase()]) {
      const other = { ...change, code, name: 'Never' }
      expect(await platform.call(organizations.update, admin, { body: other })).toMatchObject({
        status: 400,
        data: [{ field: 'code', message: 'The code is fixed once saved' }],
      })
    }
    expect(await stored(id)).toMatchObject({ name: 'Renamed', code: body.code })
    await platform.ok(organizations.remove, admin, { params: { id } })
    expect(await stored(id)).toBeUndefined()
    expect(await platform.code(organizations.remove, admin, { params: { id } })).toBe(404)
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
    expect(refused.msg).toBe('The organization is in use: 2 accounts, 1 department, 3 roles')
    expect((await platform.call(organizations.remove, chinese, { params })).msg).toBe(
      '组织正在使用中：2 个账号，1 个部门，3 个角色',
    )
    expect(await stored(organization.id)).toBeDefined()
    const org_id = organization.id
    const kept = [
      await platform.rows('membership', { org_id }),
      await platform.rows('department', { org_id }),
      await platform.rows('role', { org_id }),
    ]
    expect(kept.map(({ length }) => length)).toEqual([2, 1, 3])
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
      await platform.code(organizations.list, who),
      await platform.code(mainMenu, who),
      await platform.code(listSystems, who, { query: { orgId: organization.id } }),
      (await platform.ok(listUserOrganizations, who)).length,
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
    await platform.ok(organizations.add, who, { body })
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
    await platform.delete('account', { id: colleague.id })
    await platform.delete('role', { id: colleague.roles[body.code] ?? '' })
    await platform.ok(organizations.remove, who, { params: { id } })
    expect(await stored(id)).toBeUndefined()
  })
})

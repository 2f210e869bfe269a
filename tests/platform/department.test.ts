import { describe, expect, test } from 'vitest'
import * as departments from '#contracts/department'
import { admin, operator, testPlatform } from './harness.ts'
import { fresh, makeDepartment, makePerson } from './records.ts'

const platform = testPlatform()

async function form(given: Record<string, unknown> = {}) {
  const code = `NEW.${fresh()}`
  return { name: code, code, orgId: await platform.orgId('EAST'), enabled: 1, ...given }
}
async function stored(id: string) {
  return platform.find('department', { id })
}
async function found(query: Record<string, unknown>, context: { as: string; org?: string } = admin) {
  const data = await platform.ok(departments.list, context, { query: { limit: 100, ...query } })
  expect(data.meta.count).toBe(data.content.length)
  return data.content
}
describe('the department list', () => {
  test('DEPT-1 one text finds names, codes and organizations, in any spelling', async () => {
    const both = new Set((await found({ name: '检修' })).map((row) => row.code))
    expect(both).toEqual(new Set(['MAINT.1']))
    expect((await found({ name: 'maint.1' })).length).toBeGreaterThanOrEqual(12)
    const harbor = await found({ name: 'harbor' })
    expect(harbor.map((row) => row.code).sort()).toEqual(['MAINT.1', 'OPS', 'SAFETY'])
    expect(new Set(harbor.map((row) => row.orgName))).toEqual(new Set(['Harbor Energy']))
  })
})

describe('adding, updating and disabling departments', () => {
  test('DEPT-3 a department in use is neither deleted nor moved: the answer counts its accounts and roles', async () => {
    const { id } = await makeDepartment(platform, 'EAST')
    const orgId = await platform.orgId('EAST')
    const [one, two] = [await makePerson(platform, { EAST: [] }), await makePerson(platform, { EAST: [] })]
    await platform.set('membership', { account_id: [one.id, two.id] }, { dept_id: id })
    await platform.set('role', { id: one.roles.EAST ?? '' }, { dept_id: id })
    const refused = await platform.call(departments.remove, operator, { params: { id } })
    expect(refused).toMatchObject({ status: 409, code: 409, data: { accounts: 2, roles: 1 } })
    expect(refused.msg).toBe('The department is in use: 2 accounts, 1 role')
    const move = await form({ id, orgId: await platform.orgId('NORTH') })
    expect(await platform.call(departments.update, admin, { body: move })).toMatchObject({
      status: 409,
      data: { accounts: 2, roles: 1 },
    })
    expect((await stored(id))?.org_id).toBe(orgId)
    const free = await makeDepartment(platform, 'EAST')
    await platform.ok(departments.update, admin, { body: { ...move, id: free.id } })
    expect((await stored(free.id))?.org_id).toBe(await platform.orgId('NORTH'))
  })

  test('DEPT-3 a department that is given to an account at the moment of its deletion: one of both is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await makeDepartment(platform, 'EAST')
      const person = await makePerson(platform, { EAST: [] })
      const [removed, given] = await Promise.allSettled([
        platform.call(departments.remove, operator, { params: { id } }),
        platform.set('membership', { account_id: person.id }, { dept_id: id }),
      ])
      const isRemoved = removed.status === 'fulfilled' && removed.value.code === 0
      expect(isRemoved).toBe(given.status === 'rejected')
      expect((await stored(id)) === undefined).toBe(isRemoved)
    }
  })

  test('PERM-5 nobody adds to an organization, or moves into one, where they may not', async () => {
    const body = await form({ orgId: await platform.orgId('NORTH') })
    expect(await platform.code(departments.add, operator, { body })).toBe(403)
    const { id } = await makeDepartment(platform, 'EAST')
    expect(await platform.code(departments.update, operator, { body: { ...body, id } })).toBe(403)
  })
})

import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as departments from '#contracts/department'
import type { Consequences } from '#contracts/impact'
import * as menus from '#contracts/menu'
import * as organizations from '#contracts/organization'
import * as roles from '#contracts/role'
import { beginSession } from '#platform/kernel/auth/tokens'
import { type Context, testPlatform } from './harness.ts'
import { makeDepartment, makeOrganization, makePerson, nodeIds } from './records.ts'
import { describedResources } from './resources.ts'

const platform = testPlatform()
const admin = { as: 'admin' }
const of = (id: string) => ({ params: { id } })

/** The effects by kind, with how many and who. */
const told = (consequences: Consequences | null | undefined) =>
  Object.fromEntries((consequences?.effects ?? []).map(({ kind, count, names }) => [kind, [count, names]]))

async function named(name: string, rights: Record<string, readonly string[]>) {
  const person = await makePerson(platform, rights)
  await platform.set('account', { id: person.id }, { name })
  return person
}

describe('DAY-7 what a press would do to others', () => {
  test('DAY-7 an organization: who loses entry altogether, and who works elsewhere, too', async () => {
    const { id, code } = await makeOrganization(platform)
    await named('Only Here', { [code]: [] })
    await named('Also There', { [code]: [], EAST: [] })
    const off = await named('Disabled', { [code]: [] })
    await platform.set('account', { id: off.id }, { enabled: false })
    const { disable, remove } = await platform.ok(organizations.impact, admin, of(id))
    expect(told(disable)).toEqual({ entry: [1, ['Only Here']], members: [1, ['Also There']] })
    expect(disable?.refused).toBeNull()
    expect(told(remove)).toMatchObject({ roles: [3, expect.any(Array)] })
    expect(remove?.refused).toBe('The organization is in use: 3 accounts, 0 departments, 3 roles')
    await platform.ok(organizations.updateEnable, admin, { query: { id, enabled: 0 } })
  })

  test('DAY-7 of many it counts all and names the first five', async () => {
    const { id, code } = await makeOrganization(platform)
    for (const letter of 'GFEDCBA') await named(`Person ${letter}`, { [code]: [] })
    const { disable } = await platform.ok(organizations.impact, admin, of(id))
    expect(told(disable)).toEqual({
      entry: [7, ['A', 'B', 'C', 'D', 'E'].map((letter) => `Person ${letter}`)],
    })
  })

  test('DAY-7 an account: its organizations and roles, and where it is signed in', async () => {
    const person = await makePerson(platform, { EAST: ['uia.role.search'] })
    await beginSession(platform.db, person.id, { address: '203.0.113.4', agent: '', now: platform.now() })
    const { disable, remove } = await platform.ok(accounts.impact, admin, of(person.id))
    expect(told(disable)).toEqual({ sessions: [1, ['203.0.113.4']] })
    const { name } = await platform.row('role', { id: person.roles.EAST ?? '' })
    expect(told(remove)).toEqual({
      organizations: [1, ['华东储能']],
      roles: [1, [name]],
      sessions: [1, ['203.0.113.4']],
    })
  })

  test('DAY-7 a role: who loses it; a department: who belongs to it, and that this keeps it', async () => {
    const one = await named('Holder', { EAST: [] })
    const role = await platform.ok(roles.impact, admin, of(one.roles.EAST ?? ''))
    expect(role.disable).toBeUndefined()
    expect(told(role.remove)).toEqual({ people: [1, ['Holder']] })
    const { id } = await makeDepartment(platform, 'EAST')
    expect(await platform.ok(departments.impact, admin, of(id))).toEqual({
      disable: { effects: [], refused: null },
      remove: { effects: [], refused: null },
    })
    await platform.set('membership', { account_id: one.id }, { dept_id: id })
    const used = await platform.ok(departments.impact, admin, of(id))
    expect(told(used.disable)).toEqual({ members: [1, ['Holder']] })
    expect(used.remove?.refused).toBe('The department is in use: 1 accounts, 0 roles')
  })

  test('DAY-7 a menu entry: the roles that hold it or what is below it, and their people', async () => {
    const id =
      (await describedResources(platform)
        .find(({ key }) => key === 'menu')
        ?.make()) ?? ''
    expect(told((await platform.ok(menus.impact, admin, of(id))).disable)).toEqual({})
    const holder = await named('Grantee', { EAST: [] })
    await platform.insert('role_node', { role_id: holder.roles.EAST ?? '', node_id: id })
    const { disable, remove } = await platform.ok(menus.impact, admin, of(id))
    expect(told(disable)).toMatchObject({ roles: [1, expect.any(Array)], people: [1, ['Grantee']] })
    expect(remove?.refused).toBe('The entry is in use: 1 roles, 0 entries below it')
    const [builtIn = ''] = await nodeIds(platform, 'uia.account.list')
    const own = await platform.ok(menus.impact, admin, of(builtIn))
    const stays = 'A built-in entry cannot be edited, disabled or deleted'
    expect([own.disable?.refused, own.remove?.refused]).toEqual([stays, stays])
  })

  test('DAY-7 PERM-5 it names nobody out of reach', async () => {
    const asker = await makePerson(platform, { EAST: ['uia.account.delete'] })
    const who: Context = { as: asker.account, org: 'EAST' }
    const shared = await makePerson(platform, { EAST: [], NORTH: [] })
    const { remove } = await platform.ok(accounts.impact, who, of(shared.id))
    expect(told(remove)).toMatchObject({ organizations: [1, ['华东储能']], roles: [1, expect.any(Array)] })
    expect(remove?.refused).toMatch(/outside your reach/)
    const elsewhere = await makePerson(platform, { NORTH: [] })
    expect(await platform.code(accounts.impact, who, of(elsewhere.id))).toBe(403)
  })
})

describe('DAY-7 the last way in is never taken', () => {
  test('DAY-7 not by oneself, and the consequences say so before, in the language of who asks', async () => {
    const { refused } =
      (await platform.ok(accounts.impact, admin, of(await platform.accountId('admin')))).disable ?? {}
    expect(refused).toBe('You cannot disable or delete yourself')
    const chief = await makePerson(platform, { EAST: ['uia.role.delete'] })
    const who: Context = { as: chief.account, org: 'EAST', locale: 'zh-cn' }
    const own = chief.roles.EAST ?? ''
    const { remove } = await platform.ok(roles.impact, who, of(own))
    const answer = await platform.call(roles.remove, who, of(own))
    expect(answer).toMatchObject({ status: 409, msg: remove?.refused })
    expect(remove?.refused).toMatch(/^此操作会移除您在组织中的最后一个角色/)
  })

  test('DAY-7 the last enabled super administrator stays, whoever asks', async () => {
    const other = await makePerson(platform, {}, { super: true })
    const own = await platform.accountId('admin')
    for (const { id } of await platform.rows('account', { super: true })) {
      if (id !== own && id !== other.id) await platform.set('account', { id }, { enabled: false })
    }
    const who = { as: other.account }
    expect((await platform.ok(accounts.impact, who, of(own))).disable?.refused).toBeNull()
    const both = await Promise.all([
      platform.code(accounts.updateEnable, who, { body: { id: own, enabled: 0 } }),
      platform.code(accounts.remove, admin, of(other.id)),
    ])
    expect(both.filter((code) => code === 0)).toHaveLength(1)
    const left = await platform.rows('account', { super: true, enabled: true })
    expect(left).toHaveLength(1)
    await platform.set('account', { id: own }, { enabled: true })
    // Whose session was ended signs in anew.
    platform.forward(1)
  })

  test('DAY-7 the last enabled organization stays, of two that go at the same moment one', async () => {
    const [one, other] = [await makeOrganization(platform), await makeOrganization(platform)]
    const rest = (await platform.rows('organization', { enabled: true })).map(({ id }) => id)
    for (const id of rest)
      if (id !== one.id && id !== other.id) await platform.set('organization', { id }, { enabled: false })
    const off = (id: string) =>
      platform.code(organizations.updateEnable, admin, { query: { id, enabled: 0 } })
    expect((await Promise.all([off(one.id), off(other.id)])).sort()).toEqual([0, 409])
    const [last] = await platform.rows('organization', { enabled: true })
    const id = last?.id ?? ''
    expect((await platform.ok(organizations.impact, admin, of(id))).disable?.refused).toMatch(
      /^Nobody could work any more/,
    )
    expect(await platform.code(organizations.remove, admin, of(id))).toBe(409)
    const form = { id, name: last?.name, code: last?.code, enabled: 0, remark: null }
    expect(await platform.code(organizations.update, admin, { body: form })).toBe(409)
    expect(await platform.find('organization', { id })).toMatchObject({ enabled: true })
    await platform.set('organization', { id: rest }, { enabled: true })
  })
})

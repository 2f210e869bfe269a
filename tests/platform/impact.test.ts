import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import { run } from '#contracts/bulk'
import * as departments from '#contracts/department'
import { codes } from '#contracts/envelope'
import type { Consequences } from '#contracts/impact'
import * as menus from '#contracts/menu'
import * as organizations from '#contracts/organization'
import * as roles from '#contracts/role'
import { beginSession } from '#platform/kernel/auth/tokens'
import { admin, type Context, testPlatform } from './harness.ts'
import { makeDepartment, makeOrganization, makePerson, nodeIds } from './records.ts'
import { describedResources } from './resources.ts'

const platform = testPlatform()
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

  test('DAY-7 what disabling and deleting do alike is counted once', async () => {
    const [on, off] = [await makeOrganization(platform), await makeOrganization(platform)]
    for (const { code } of [on, off]) await named('Only Here', { [code]: [] })
    await platform.ok(organizations.updateEnable, admin, { query: { id: off.id, enabled: 0 } })
    const statements = (id: string) =>
      platform.statementsOf(() => platform.ok(organizations.impact, admin, of(id)))
    expect(await statements(on.id)).toBe(await statements(off.id))
    await platform.ok(organizations.updateEnable, admin, { query: { id: on.id, enabled: 0 } })
  })

  test('DAY-7 of many it counts all and names the first five', async () => {
    const { id, code } = await makeOrganization(platform)
    for (const letter of 'GFEDCBA') await named(`Person ${letter}`, { [code]: [] })
    const { disable } = await platform.ok(organizations.impact, admin, of(id))
    expect(told(disable)).toEqual({
      entry: [7, ['A', 'B', 'C', 'D', 'E'].map((letter) => `Person ${letter}`)],
    })
    expect(disable?.effects).toMatchObject([{ unnamed: 2 }])
  })

  test('DAY-7 what bears one name is named once, and is no further one', async () => {
    const [one, other] = [await named('王芳', { EAST: [] }), await named('王芳', { EAST: [] })]
    for (let count = 0; count < 2; count += 1) {
      await beginSession(platform.db, one.id, { address: '203.0.113.4', agent: '', now: platform.now() })
    }
    const { remove } = await platform.ok(accounts.impactOfMany, admin, { body: { ids: [one.id, other.id] } })
    const names = (await platform.rows('role')).filter(({ id }) =>
      [one.roles.EAST, other.roles.EAST].includes(id),
    )
    expect(remove?.effects).toEqual([
      { kind: 'organizations', count: 2, names: ['华东储能'], unnamed: 0 },
      { kind: 'roles', count: 2, names: names.map(({ name }) => name).toSorted(), unnamed: 0 },
      { kind: 'sessions', count: 2, names: ['203.0.113.4'], unnamed: 0 },
    ])
    await platform.insert('account_role', {
      account_id: other.id,
      role_id: one.roles.EAST ?? '',
      org_id: await platform.orgId('EAST'),
    })
    const role = await platform.ok(roles.impact, admin, of(one.roles.EAST ?? ''))
    expect(role.remove?.effects).toEqual([{ kind: 'people', count: 2, names: ['王芳'], unnamed: 0 }])
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

  test('DAY-4 PERM-2 DAY-7 how many sessions end is told to who may disable, and from where to who may see sessions', async () => {
    const person = await makePerson(platform, { EAST: [] })
    await beginSession(platform.db, person.id, { address: '203.0.113.4', agent: '', now: platform.now() })
    const effects = async (...rights: string[]) => {
      const asker = await makePerson(platform, { EAST: ['uia.account.updateEnable', ...rights] })
      const who = { as: asker.account, org: 'EAST' }
      return told((await platform.ok(accounts.impact, who, of(person.id))).disable)
    }
    expect(await effects()).toEqual({ sessions: [1, []] })
    expect(await effects('uia.online.search')).toEqual({ sessions: [1, ['203.0.113.4']] })
  })

  test('DAY-7 PERM-2 people are named to who finds them in the list of accounts; others are told how many they are', async () => {
    const { id, code } = await makeOrganization(platform)
    const one = await named('Somebody', { [code]: [] })
    const department = await makeDepartment(platform, code)
    await platform.set('membership', { account_id: one.id }, { dept_id: department.id })
    const effects = async (...rights: string[]) => {
      const asked = [
        'uia.organization.updateEnable',
        'uia.department.updateEnable',
        'uia.role.delete',
        ...rights,
      ]
      const asker = await named('Asker', { [code]: asked, EAST: [] })
      const who = { as: asker.account, org: code }
      return [
        told((await platform.ok(organizations.impact, who, of(id))).disable).entry,
        told((await platform.ok(departments.impact, who, of(department.id))).disable).members,
        told((await platform.ok(roles.impact, who, of(one.roles[code] ?? ''))).remove).people,
      ]
    }
    expect(await effects()).toEqual([
      [1, []],
      [1, []],
      [1, []],
    ])
    expect(await effects('uia.account.search')).toEqual([
      [1, ['Somebody']],
      [1, ['Somebody']],
      [1, ['Somebody']],
    ])
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
    expect(used.remove?.refused).toBe('The department is in use: 1 account, 0 roles')
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
    expect(remove?.refused).toBe('The entry is in use: 1 role, 0 entries below it')
    const [builtIn = ''] = await nodeIds(platform, 'uia.account.list')
    const own = await platform.ok(menus.impact, admin, of(builtIn))
    const stays = 'A built-in entry cannot be edited or deleted'
    expect([own.disable?.refused, own.remove?.refused]).toEqual([null, stays])
  })

  test('DAY-7 EDGE-11 a menu entry with entries below it that are chosen too: each is told once, and kept for what is left then', async () => {
    const make = describedResources(platform).find(({ key }) => key === 'menu')?.make
    const made = async () => (await make?.()) ?? ''
    const [above, one, other, deep] = [await made(), await made(), await made(), await made()]
    for (const [id, pid] of [
      [one, above],
      [other, above],
      [deep, one],
    ] as const)
      await platform.set('menu_node', { id }, { pid })
    const ask = (...ids: string[]) => platform.ok(menus.impactOfMany, admin, { body: { ids } })
    const effectsOf = async (...ids: string[]) => {
      const { disable, remove } = await ask(...ids)
      return [disable, remove].map((change) => change?.effects.map(({ kind, count }) => [kind, count]))
    }
    expect(await effectsOf(one, above)).toEqual([[['entries', 2]], [['entries', 2]]])
    expect(await effectsOf(deep, one, other, above)).toEqual([[], []])
    const holder = await named('Holds One', { EAST: [] })
    await platform.insert('role_node', { role_id: holder.roles.EAST ?? '', node_id: other })
    // Both lose by it, and are one.
    expect((await effectsOf(other, above))[0]).toEqual([
      ['entries', 2],
      ['roles', 1],
      ['people', 1],
    ])
    const { remove } = await ask(deep, one, above)
    const inputs = [deep, one, above].map((resourceId) => ({ params: { resourceId } }))
    const body = { bulkId: 'entries-with-those-below', call: 'menu.remove' as const, inputs }
    const answers = await platform.ok(run, admin, { body })
    expect(answers.map(({ code }) => code)).toEqual([codes.success, codes.success, codes.conflict])
    expect(remove?.refused).toEqual([{ id: above, reason: answers[2]?.msg }])
  })

  test('DAY-7 EDGE-11 of many together: who works nowhere any more, and which rows stay, by the rules of each', async () => {
    const [one, other] = [await makeOrganization(platform), await makeOrganization(platform)]
    await named('In Both', { [one.code]: [], [other.code]: [] })
    const { disable: alone } = await platform.ok(organizations.impact, admin, of(one.id))
    expect(told(alone)).toEqual({ members: [1, ['In Both']] })
    const ids = [one.id, other.id, 'nowhere']
    const { disable, remove } = await platform.ok(organizations.impactOfMany, admin, { body: { ids } })
    expect(disable).toEqual({
      effects: [{ kind: 'entry', count: 1, names: ['In Both'], unnamed: 0 }],
      refused: [{ id: 'nowhere', reason: expect.any(String) }],
    })
    // What is refused touches nobody.
    expect(remove?.effects).toEqual([])
    expect(remove?.refused.map(({ id }) => id)).toEqual(ids)
    const answer = await platform.call(organizations.remove, admin, of(one.id))
    expect(remove?.refused[0]?.reason).toBe(answer.msg)
    const own = await platform.accountId('admin')
    const { id } = await makePerson(platform, { EAST: [] })
    const people = await platform.ok(accounts.impactOfMany, admin, { body: { ids: [own, id, id] } })
    expect(people.disable?.refused).toEqual([{ id: own, reason: 'You cannot disable or delete yourself' }])
    expect(told(people.remove && { ...people.remove, refused: null })).toMatchObject({
      organizations: [1, ['华东储能']],
    })
  })

  test('DAY-7 EDGE-11 what is off already touches nobody, and is not told as refused', async () => {
    const [on, off] = [await makeOrganization(platform), await makeOrganization(platform)]
    await named('Works', { [on.code]: [] })
    await named('Worked', { [off.code]: [] })
    await platform.set('organization', { id: off.id }, { enabled: false })
    const { disable } = await platform.ok(organizations.impactOfMany, admin, {
      body: { ids: [on.id, off.id] },
    })
    expect(disable).toEqual({
      effects: [{ kind: 'entry', count: 1, names: ['Works'], unnamed: 0 }],
      refused: [],
    })
    expect((await platform.ok(organizations.impact, admin, of(off.id))).disable).toEqual({
      effects: [],
      refused: null,
    })
  })

  test('DAY-7 PERM-5 each change is told by its own right, as it is then decided', async () => {
    const asker = await makePerson(platform, {
      EAST: ['uia.account.delete'],
      WEST: ['uia.account.updateEnable'],
    })
    const who: Context = { as: asker.account, org: 'EAST' }
    const shared = await makePerson(platform, { EAST: [], WEST: [] })
    const { remove } = await platform.ok(accounts.impact, who, of(shared.id))
    expect(told(remove)).toMatchObject({ organizations: [1, ['华东储能']] })
    const answer = await platform.call(accounts.remove, who, of(shared.id))
    expect(answer).toMatchObject({ status: 409, msg: remove?.refused })
    const body = { ids: [shared.id] }
    expect((await platform.ok(accounts.impactOfMany, who, { body })).remove?.refused).toEqual([
      { id: shared.id, reason: answer.msg },
    ])
    const west = await makePerson(platform, { WEST: [] })
    expect((await platform.ok(accounts.impact, who, of(west.id))).remove?.refused).toBe(
      (await platform.call(accounts.remove, who, of(west.id))).msg,
    )
  })

  test('DAY-7 PERM-5 a disabled organization is told as its own change decides', async () => {
    const { id, code } = await makeOrganization(platform, { enabled: false })
    const { code: ownCode } = await makeOrganization(platform)
    const both = ['uia.organization.updateEnable', 'uia.organization.delete']
    const asker = await makePerson(platform, { [ownCode]: both, [code]: both.slice(0, 1) })
    const who: Context = { as: asker.account, org: ownCode }
    const { remove } = await platform.ok(organizations.impact, who, of(id))
    const answer = await platform.call(organizations.remove, who, of(id))
    expect(answer.status).toBe(403)
    expect(remove?.refused).toBe(answer.msg)
  })

  test('DAY-7 PERM-5 it names nobody out of reach', async () => {
    const asker = await makePerson(platform, { EAST: ['uia.account.delete'] })
    const who: Context = { as: asker.account, org: 'EAST' }
    const shared = await makePerson(platform, { EAST: [], NORTH: [] })
    const { remove } = await platform.ok(accounts.impact, who, of(shared.id))
    expect(told(remove)).toMatchObject({ organizations: [1, ['华东储能']], roles: [1, expect.any(Array)] })
    expect(remove?.refused).toMatch(/organizations that you do not manage/)
    const elsewhere = await makePerson(platform, { NORTH: [] })
    expect(await platform.code(accounts.impact, who, of(elsewhere.id))).toBe(403)
  })
})

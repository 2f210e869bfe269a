import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as departments from '#contracts/department'
import * as organizations from '#contracts/organization'
import * as roles from '#contracts/role'
import { testPlatform } from './harness.ts'
import { makePerson, makeRole } from './records.ts'

const platform = testPlatform()

describe('changing across organizations', () => {
  const rights = [
    ...['uia.account.update', 'uia.account.delete', 'uia.account.updateEnable'],
    ...['uia.account.usersRolesUpdate', 'uia.account.add'],
  ]

  async function placesOf(id: string): Promise<string[]> {
    const rows = await platform.db
      .selectFrom('membership as m')
      .innerJoin('organization as o', 'o.id', 'm.org_id')
      .where('m.account_id', '=', id)
      .orderBy('o.code')
      .select('o.code')
      .execute()
    return rows.map((row) => row.code)
  }
  /** The person's own fields as they are, where there is such a person. */
  async function body(id: string, orgCodes: string[], more: Record<string, unknown> = {}) {
    const userOrgList = await Promise.all(
      orgCodes.map(async (code) => ({ orgId: await platform.orgId(code) })),
    )
    const own = (await ownOf(id)) ?? { account: `none${id.slice(-6)}`, name: 'x', phone: '13812345678' }
    return { body: { id, ...own, userOrgList, ...more } }
  }
  async function ownOf(id: string) {
    return platform.find('account', { id })
  }

  test('PERM-5 an update touches memberships and roles inside the reach only', async () => {
    const chief = await makePerson(platform, { EAST: rights, WEST: rights, NORTH: [] })
    const who = { as: chief.account, org: 'EAST' }
    const target = await makePerson(platform, { EAST: [], WEST: [], NORTH: [] })
    await platform.ok(
      accounts.update,
      who,
      await body(target.id, ['EAST'], { usersRoleList: [target.roles.EAST] }),
    )
    expect(await placesOf(target.id)).toEqual(['EAST', 'NORTH'])
    const held = await platform.rows('account_role', { account_id: target.id })
    expect(held.map((row) => row.role_id).sort()).toEqual([target.roles.EAST, target.roles.NORTH].sort())
    for (const codes of [['EAST', 'NORTH'], ['NORTH'], ['EAST', 'SOUTH']]) {
      expect(await platform.code(accounts.update, who, await body(target.id, codes))).toBe(403)
    }
    expect(await placesOf(target.id)).toEqual(['EAST', 'NORTH'])
  })

  test('PERM-5 an account out of reach gets no role, and is told of as one that is not there', async () => {
    const chief = await makePerson(platform, { EAST: rights })
    const foreign = await makePerson(platform, { NORTH: [] })
    const root = await makePerson(platform, { EAST: [] }, { super: true })
    const given = {
      orgId: await platform.orgId('EAST'),
      usersRoleList: [await makeRole(platform, 'EAST', [])],
    }
    const who = { as: chief.account, org: 'EAST' }
    for (const userId of [foreign.id, root.id, 'unknown']) {
      const answer = await platform.call(accounts.updateRoles, who, { body: { ...given, userId } })
      expect(answer).toMatchObject({
        status: 403,
        msg: 'You are not permitted to do this',
        data: { orgId: null },
      })
    }
  })

  test('PERM-5 an account shared with an organization out of reach is neither deleted nor disabled', async () => {
    const chief = await makePerson(platform, { EAST: rights })
    const who = { as: chief.account, org: 'EAST' }
    const shared = await makePerson(platform, { EAST: [], NORTH: [] })
    for (const answer of [
      await platform.call(accounts.remove, who, { params: { id: shared.id } }),
      await platform.call(accounts.updateEnable, who, { body: { id: shared.id, enabled: 0 } }),
    ]) {
      expect(answer).toMatchObject({ status: 409, code: 409 })
      expect(answer.msg).toContain('organizations that you do not manage')
    }
    expect(await platform.code(accounts.remove, { as: 'admin' }, { params: { id: shared.id } })).toBe(0)
  })

  test('PERM-5 of an account shared with an organization out of reach only memberships and roles in reach change', async () => {
    const chief = await makePerson(platform, {
      EAST: [...rights, 'uia.account.search', 'uia.account.detail'],
    })
    const who = { as: chief.account, org: 'EAST' }
    const pilot = await makePerson(platform, { EAST: [], PILOT: [] })
    const north = await makePerson(platform, { EAST: [], NORTH: [] })
    const oneself = { id: chief.id, roles: chief.roles }
    const orgId = await platform.orgId('NORTH')
    await platform.insert('membership', { account_id: chief.id, org_id: orgId })
    for (const shared of [pilot, north, oneself]) {
      const before = await ownOf(shared.id)
      for (const [field, value] of [
        ['account', `taken${shared.id.slice(-6)}`],
        ['name', 'Taken'],
        ['phone', '13987654321'],
      ] as const) {
        const update = await body(shared.id, ['EAST'], { [field]: value })
        const answer = await platform.call(accounts.update, who, update)
        expect(answer, field).toMatchObject({ status: 409, data: [{ field }] })
        expect(answer.msg).toContain('organizations that you do not manage')
      }
      expect(await ownOf(shared.id)).toEqual(before)
      const role = await makeRole(platform, 'EAST', [])
      const usersRoleList = [...(shared === oneself ? [chief.roles.EAST] : []), role]
      const allowed = await body(shared.id, ['EAST'], { usersRoleList })
      await platform.ok(accounts.update, who, allowed)
      expect((await platform.ok(accounts.detail, who, { params: { id: shared.id } })).shared).toBe(true)
    }
    const own = await makePerson(platform, { EAST: [] })
    const renamed = await body(own.id, ['EAST'], { name: 'Renamed' })
    await platform.ok(accounts.update, who, renamed)
    const query = { account: 'person', limit: 100 }
    const { content } = await platform.ok(accounts.list, who, { query })
    const sharedOf = (id: string) => content.find((row) => row.id === id)?.shared
    expect([pilot, north, own].map(({ id }) => sharedOf(id))).toEqual([true, true, false])
    const asAdmin = await body(pilot.id, ['EAST', 'PILOT'], { name: 'By admin' })
    await platform.ok(accounts.update, { as: 'admin' }, asAdmin)
  })

  test('ACC-7 PERM-5 the last membership in reach goes while others remain, with its roles, and never the last of all', async () => {
    const chief = await makePerson(platform, { EAST: [...rights, 'uia.account.detail'] })
    const who = { as: chief.account, org: 'EAST' }
    const shared = await makePerson(platform, { EAST: [], NORTH: [] })
    const { version } = await platform.ok(accounts.detail, who, { params: { id: shared.id } })
    await platform.ok(accounts.update, who, await body(shared.id, [], { version, usersRoleList: [] }))
    expect(await placesOf(shared.id)).toEqual(['NORTH'])
    const held = await platform.rows('account_role', { account_id: shared.id })
    expect(held.map((row) => row.role_id)).toEqual([shared.roles.NORTH])
    expect(await platform.code(accounts.update, who, await body(shared.id, []))).toBe(403)
    const own = await makePerson(platform, { EAST: [] })
    for (const [id, as] of [
      [own.id, who],
      [shared.id, { as: 'admin' }],
    ] as const) {
      expect(await platform.call(accounts.update, as, await body(id, []))).toMatchObject({
        ...{ status: 400, data: [{ field: 'userOrgList', message: 'Select an organization' }] },
      })
    }
    expect(await placesOf(own.id)).toEqual(['EAST'])
    expect(await platform.call(accounts.update, who, await body(chief.id, []))).toMatchObject({ status: 400 })
  })

  test('PERM-5 a person who is let in elsewhere at the moment of an update is shared, whoever comes first', async () => {
    const chief = await makePerson(platform, { EAST: rights })
    const who = { as: chief.account, org: 'EAST' }
    for (let round = 0; round < 5; round += 1) {
      const target = await makePerson(platform, { EAST: [] })
      const [taken, let_in] = [
        await body(target.id, ['EAST'], { account: `raced${target.id.slice(-6)}` }),
        await body(target.id, ['EAST', 'NORTH']),
      ]
      const answers = await Promise.all([
        platform.call(accounts.update, { as: 'admin' }, let_in),
        platform.call(accounts.update, who, taken),
      ])
      const { account } = (await ownOf(target.id)) ?? {}
      if (answers[1].code === 409) expect(account).not.toMatch(/^raced/)
      expect((await placesOf(target.id)).includes('NORTH')).toBe(answers[0].code === 0)
      const later = await body(target.id, ['EAST'], { phone: '13987654321' })
      expect(await platform.code(accounts.update, who, later)).toBe(409)
    }
  })

  test('PERM-5 changing roles by an update takes the role right as well, in the organization concerned', async () => {
    const editor = await makePerson(platform, { EAST: rights, WEST: ['uia.account.update'] })
    const who = { as: editor.account, org: 'EAST' }
    const target = await makePerson(platform, { EAST: [], WEST: [] })
    const places = ['EAST', 'WEST']
    const [east, west] = [await makeRole(platform, 'EAST', []), await makeRole(platform, 'WEST', [])]
    const update = async (usersRoleList: (string | undefined)[]) =>
      await platform.code(accounts.update, who, await body(target.id, places, { usersRoleList }))
    expect(await update([target.roles.EAST, target.roles.WEST])).toBe(0)
    expect(await update([target.roles.WEST, east])).toBe(0)
    expect(await update([east])).toBe(403)
    expect(await update([east, target.roles.WEST, west])).toBe(403)
    const held = await platform.rows('account_role', { account_id: target.id })
    expect(held.map((row) => row.role_id).sort()).toEqual([east, target.roles.WEST].sort())
  })

  test('PERM-5 who sees an account in more organizations than they change it in saves what its detail tells', async () => {
    const sees = ['uia.account.search', 'uia.account.detail']
    const chief = await makePerson(platform, { EAST: [...rights, ...sees], WEST: sees })
    const who = { as: chief.account, org: 'EAST' }
    const target = await makePerson(platform, { EAST: [], WEST: [] })
    const told = await platform.ok(accounts.detail, who, { params: { id: target.id } })
    expect(told.userOrgList.map(({ isControl }) => isControl)).toEqual([1, 0])
    expect(told.usersRoleList).toEqual([target.roles.EAST])
    const userOrgList = told.userOrgList.filter(({ isControl }) => isControl === 1)
    const { id, account, name, phone, version, usersRoleList } = told
    const same = { id, account, name: name ?? '', phone: phone ?? '', userOrgList, usersRoleList, version }
    await platform.ok(accounts.update, who, { body: same })
    expect(await placesOf(target.id)).toEqual(['EAST', 'WEST'])
    expect(await platform.rows('account_role', { account_id: target.id })).toHaveLength(2)
  })

  test('PERM-5 rows of organizations in which the caller may only look say so', async () => {
    const kinds = [accounts, roles, departments, organizations]
    const looks = kinds.flatMap(({ list }) => list.permissions)
    const changes = kinds.flatMap(({ update, remove }) => [...update.permissions, ...remove.permissions])
    const chief = await makePerson(platform, { EAST: [...looks, ...changes], WEST: looks })
    const who = { as: chief.account, org: 'EAST' }
    await makePerson(platform, { WEST: [] })
    await makePerson(platform, { EAST: [], WEST: [] })
    const [east, west] = [await platform.orgId('EAST'), await platform.orgId('WEST')]
    const query = { limit: 100 }
    for (const list of [roles.list, departments.list]) {
      const { content } = await platform.ok(list, who, { query })
      const control = (orgId: string) =>
        new Set(content.filter((row) => row.orgId === orgId).map(({ isControl }) => isControl))
      expect([control(east), control(west)], list.path).toEqual([new Set([1]), new Set([0])])
    }
    const places = (await platform.ok(organizations.list, who, { query })).content
    expect(places.map(({ code, isControl }) => [code, isControl]).sort()).toEqual([
      ['EAST', 1],
      ['WEST', 0],
    ])
    const people = (await platform.ok(accounts.list, who, { query })).content
    for (const { id, isControl, shared } of people) {
      const codes = await placesOf(id)
      expect([isControl, shared], codes.join()).toEqual([
        Number(codes.includes('EAST')),
        codes.some((code) => code !== 'EAST'),
      ])
    }
    expect(new Set(people.map(({ isControl }) => isControl))).toEqual(new Set([0, 1]))
  })

  test('PERM-5 nobody grants a role that holds more than they hold there themselves', async () => {
    const chief = await makePerson(platform, {
      EAST: [...rights, 'uia.role.search'],
      WEST: [...rights, 'uia.role.add'],
    })
    const who = { as: chief.account, org: 'EAST' }
    const orgId = await platform.orgId('EAST')
    const target = await makePerson(platform, { EAST: ['uia.menu.delete'] })
    const held = await makeRole(platform, 'EAST', ['uia.role.search', 'uia.account.add'])
    const more = await makeRole(platform, 'EAST', ['uia.role.search', 'uia.role.add'])
    const grant = async (usersRoleList: (string | undefined)[]) =>
      platform.call(accounts.updateRoles, who, { body: { userId: target.id, orgId, usersRoleList } })
    expect((await grant([held, target.roles.EAST])).code).toBe(0)
    const refused = await grant([held, more])
    expect(refused).toMatchObject({ status: 403, code: 403 })
    expect(refused.msg).toContain('permissions that you do not have yourself')
    const added = await body('', ['EAST'], {
      usersRoleList: [more],
      password: 'a'.repeat(64),
      account: 'promoted',
    })
    expect(await platform.code(accounts.add, who, { body: { ...added.body, id: null } })).toBe(403)
    expect(await platform.rows('account', { account: 'promoted' })).toEqual([])
    const own = { userId: chief.id, orgId, usersRoleList: [chief.roles.EAST, more] }
    expect(await platform.code(accounts.updateRoles, who, { body: own })).toBe(403)
    const asRoot = { userId: target.id, orgId, usersRoleList: [more] }
    await platform.ok(accounts.updateRoles, { as: 'admin' }, { body: asRoot })
  })
})

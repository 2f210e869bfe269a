import { beforeAll, describe, expect, test } from 'vitest'
import { explain, holders } from '#contracts/access'
import { updateRoles, usersRoles } from '#contracts/account'
import { addressOf, type Endpoint } from '#contracts/endpoint'
import { endpoints } from '#contracts/registry'
import * as roles from '#contracts/role'
import { seeded } from '#platform/seed/demo/seeded-random'
import { testPlatform } from './harness.ts'
import { makeOrganization, makePerson, makeRole, nodeIds, unknownId } from './records.ts'
import { makeWorld, size } from './world.ts'

const platform = testPlatform()
const calls = Object.values<Endpoint>(endpoints).filter(
  ({ access, permissions }) => access === 'session' && permissions.length > 0,
)

/** What the platform itself does: nothing of what is sent is right, so that 403 is the answer of its rights alone. */
async function mayCall(endpoint: Endpoint, account: string, orgId: string): Promise<boolean> {
  const address = addressOf(endpoint, {
    params: { id: 'no id!', resourceId: 'no id!' },
    query: { page: 'x', id: '!' },
  })
  const business = encodeURIComponent(JSON.stringify({ orgId }))
  const response = await platform.send(endpoint.method, address, {
    as: account,
    headers: { business },
    ...(endpoint.method === 'POST' && { body: '[', type: 'application/json' }),
  })
  return response.status !== 403
}

describe('WHY-1 what is told to whom', () => {
  const codes = 'uia.role.add'
  const inEast = async () => ({ orgId: await platform.orgId('EAST'), codes })

  test('WHY-1 I18N-1 through which roles and entries, by their names in both languages', async () => {
    const person = await makePerson(platform, { EAST: ['uia.role.add'] })
    await platform.set('menu_node', { code: 'uia' }, { name_en: 'Our platform' })
    const answer = await platform.ok(explain, { as: person.account }, { query: await inEast() })
    await platform.set('menu_node', { code: 'uia' }, { name_en: null })
    const [entry] = await nodeIds(platform, 'uia.role.add')
    expect(answer).toEqual({
      allowed: true,
      superAdministrator: false,
      through: [
        {
          role: { id: person.roles.EAST, name: expect.stringMatching(/^Role /) },
          entry,
          path: ['统一管理平台', '人员与权限', '角色管理', '新增'],
          nodes: [
            { name: '统一管理平台', nameEn: 'Our platform', code: 'uia' },
            { name: '人员与权限', nameEn: null, code: expect.stringMatching(/^uia\./) },
            { name: '角色管理', nameEn: null, code: 'uia.role.roleManage' },
            { name: '新增', nameEn: null, code: 'uia.role.add' },
          ],
        },
      ],
      obstacle: null,
      roles: [],
      givers: [],
    })
  })

  test('oneself: why not, and who could give it; roles only for whoever may see them', async () => {
    await makeRole(platform, 'EAST', ['uia.role.add'])
    const giver = await makePerson(platform, { EAST: [...updateRoles.permissions, 'uia.role.add'] })
    const assigner = await makePerson(platform, { EAST: [...updateRoles.permissions] })
    const member = await makePerson(platform, { EAST: [] })
    const answer = await platform.ok(explain, { as: member.account }, { query: await inEast() })
    expect(answer).toMatchObject({ allowed: false, obstacle: 'noRole', through: [], roles: [] })
    expect(answer.givers.map(({ account }) => account)).toContain(giver.account)
    expect(answer.givers.map(({ account }) => account)).not.toContain('admin')
    expect(
      answer.givers.map(({ account }) => account),
      'who holds too little',
    ).not.toContain(assigner.account)
    const own = await platform.ok(explain, { as: assigner.account }, { query: await inEast() })
    expect(
      own.givers.map(({ account }) => account),
      'oneself',
    ).not.toContain(assigner.account)
    const chief = await makePerson(platform, { EAST: [...usersRoles.permissions] })
    const told = await platform.ok(explain, { as: chief.account, org: 'EAST' }, { query: await inEast() })
    expect(told.roles.length).toBeGreaterThan(0)
  })

  test('nobody is named for what no role removes', async () => {
    const { orgId } = await inEast()
    await makePerson(platform, { EAST: [...updateRoles.permissions, 'uia.department.add'] })
    const person = await makePerson(platform, { EAST: ['uia.department.add'], NORTH: [] })
    const told = (given: { codes?: string; orgId?: string; as?: string }) =>
      platform.ok(
        explain,
        { as: given.as ?? 'admin' },
        {
          query: {
            userId: person.id,
            orgId: given.orgId ?? orgId,
            codes: given.codes ?? 'uia.department.add',
          },
        },
      )
    expect(await told({ codes: 'uia.nothing.there' })).toMatchObject({ obstacle: 'codeUnknown', givers: [] })
    expect(await told({ orgId: await platform.orgId('WEST') })).toMatchObject({
      ...{ obstacle: 'notMember', givers: [] },
    })
    await platform.set('menu_node', { code: 'uia.department.add' }, { enabled: false })
    expect(await told({})).toMatchObject({ obstacle: 'entryDisabled', givers: [] })
    await platform.set('menu_node', { code: 'uia.department.add' }, { enabled: true })
    await platform.set('account', { id: person.id }, { enabled: false })
    expect(await told({})).toMatchObject({ obstacle: 'accountDisabled', givers: [] })
  })

  test('who holds by several roles what another one grants may give that one', async () => {
    const made = await makeOrganization(platform)
    await makeRole(platform, made.code, ['uia.role.add', 'uia.role.delete'])
    const giver = await makePerson(platform, { [made.code]: [...updateRoles.permissions, 'uia.role.delete'] })
    const member = await makePerson(platform, { [made.code]: [] })
    const givers = async () =>
      (await platform.ok(explain, { as: member.account }, { query: { orgId: made.id, codes } })).givers
    expect(await givers()).toEqual([])
    const role_id = await makeRole(platform, made.code, ['uia.role.add'])
    await platform.insert('account_role', { account_id: giver.id, org_id: made.id, role_id })
    expect(await givers()).toEqual([{ account: giver.account, name: 'Person' }])
  })

  test('others, for whoever may see the roles of accounts there, and nobody else', async () => {
    const target = await makePerson(platform, { EAST: [], WEST: [] })
    const query = { ...(await inEast()), userId: target.id }
    const member = await makePerson(platform, { EAST: [] })
    expect(await platform.code(explain, { as: member.account, org: 'EAST' }, { query })).toBe(403)
    const chief = await makePerson(platform, { EAST: [...usersRoles.permissions], NORTH: [] })
    const who = { as: chief.account, org: 'EAST' }
    expect(await platform.code(explain, who, { query })).toBe(0)
    const elsewhere = { ...query, orgId: await platform.orgId('WEST') }
    expect(await platform.code(explain, who, { query: elsewhere })).toBe(403)
    const stranger = await makePerson(platform, { NORTH: [] })
    expect(await platform.code(explain, who, { query: { ...query, userId: stranger.id } })).toBe(403)
    expect(await platform.code(holders, { as: member.account, org: 'EAST' }, { query: await inEast() })).toBe(
      403,
    )
    expect(await platform.code(holders, who, { query: { ...elsewhere } })).toBe(403)
    expect(await platform.code(explain, who, { query: { orgId: elsewhere.orgId, codes } })).toBe(403)
  })

  test('an unknown code is told as that, and several are any one of them', async () => {
    const person = await makePerson(platform, { EAST: ['uia.role.add'] })
    const { orgId } = await inEast()
    const told = (given: string) =>
      platform.ok(explain, { as: person.account }, { query: { orgId, codes: given } })
    expect(await told('uia.nothing.there')).toMatchObject({ allowed: false, obstacle: 'codeUnknown' })
    expect(await told('uia.nothing.there,uia.role.add')).toMatchObject({ allowed: true })
    expect(await told('role.add')).toMatchObject({ allowed: true })
  })

  test('an entry is held by whoever holds it, or anything below it, as the menu shows it', async () => {
    const { orgId } = await inEast()
    const [page = ''] = await nodeIds(platform, 'uia.role.roleManage')
    const [folder = ''] = await nodeIds(platform, 'uia.people')
    const query = { orgId, codes: 'uia.role.roleManage', entry: page }
    const button = await makePerson(platform, { EAST: ['uia.role.add'] })
    const itself = await makePerson(platform, { EAST: ['uia.role.roleManage'] })
    const beside = await makePerson(platform, { EAST: ['uia.account.add'] })
    const told = ({ account }: { account: string }, entry = page) =>
      platform.ok(explain, { as: account }, { query: { ...query, entry } })
    const answer = await told(button)
    expect(answer.allowed).toBe(true)
    expect(answer.through.map(({ path }) => path.at(-1))).toEqual(['新增'])
    expect(await told(itself)).toMatchObject({ allowed: true })
    expect(await told(beside)).toMatchObject({ allowed: false, obstacle: 'noRole' })
    expect(await told(beside, folder), 'a folder, for what is in it').toMatchObject({ allowed: true })
    expect(await told(beside, unknownId)).toMatchObject({ allowed: false, obstacle: 'codeUnknown' })

    const who = await platform.ok(holders, { as: 'admin' }, { query: { ...query, page: 1, limit: 100 } })
    const named = who.content.map(({ account }) => account)
    expect(named).toEqual(expect.arrayContaining([button.account, itself.account]))
    expect(named).not.toContain(beside.account)

    await platform.set('menu_node', { id: page }, { enabled: false })
    expect(await told(button)).toMatchObject({ allowed: false, obstacle: 'entryDisabled' })
    await platform.set('menu_node', { id: page }, { enabled: true })
  })

  test('HOLD-8 of an application that is held whole as many ways are named as somebody reads', async () => {
    const codes = [...new Set(calls.flatMap(({ permissions }) => permissions))]
    const person = await makePerson(platform, { EAST: codes })
    const [entry = ''] = await nodeIds(platform, 'uia')
    const query = { ...(await inEast()), entry }
    const { allowed, through } = await platform.ok(explain, { as: person.account }, { query })
    expect(codes.length).toBeGreaterThan(50)
    expect([allowed, through.length]).toEqual([true, 50])
  })

  test('a refusal tells in which organization the right is missing to whoever named that, and of no record', async () => {
    const chief = await makePerson(platform, { EAST: ['uia.role.update', 'uia.role.add'], WEST: [] })
    const orgId = await platform.orgId('WEST')
    const form = { name: 'x', orgId, resourceIdList: await nodeIds(platform, 'uia.role.add') }
    const id = await makeRole(platform, 'WEST', [])
    const told = async (endpoint: Endpoint, org: string) =>
      platform.call(endpoint, { as: chief.account, org }, { body: { ...form, id } })
    expect(await told(roles.add, 'EAST')).toMatchObject({ code: 403, data: { orgId } })
    expect(await told(roles.update, 'EAST')).toMatchObject({ code: 403, data: { orgId: null } })
    expect(await told(roles.update, 'WEST')).toMatchObject({ code: 403, data: { orgId } })
  })

  test('codes of commas alone are refused, of oneself and of who may', async () => {
    const query = { ...(await inEast()), codes: ' , ,' }
    const member = await makePerson(platform, { EAST: [] })
    expect(await platform.code(explain, { as: member.account }, { query })).toBe(400)
    expect(await platform.code(holders, { as: 'admin' }, { query })).toBe(400)
  })
})

describe('WHY-1 in a world of 200 people, 60 roles and 20 organizations', () => {
  const codes = [...new Set(calls.flatMap(({ permissions }) => permissions))]
  let world: Awaited<ReturnType<typeof makeWorld>>
  beforeAll(async () => {
    world = await makeWorld(platform, codes)
  })
  const ask = (userId: string, orgId: string, { permissions }: Pick<Endpoint, 'permissions'>) =>
    platform.ok(explain, { as: 'admin' }, { query: { userId, orgId, codes: permissions.join(',') } })

  test('the answer is what the platform does, and says through what or why not', async () => {
    const random = seeded(7)
    const seen = new Set<string | null | undefined>()
    let allowed = 0
    for (let tried = 0; tried < 200; tried += 1) {
      const person = world.people[random.number(size.people)]
      const own = world.memberships.filter(({ account_id }) => account_id === person?.id)
      const near = own[random.number(own.length)]?.org_id
      const organization =
        world.organizations.find(({ id }) => id === near && tried % 4 > 0) ??
        world.organizations[random.number(size.organizations)]
      const endpoint = calls[random.number(calls.length)]
      if (person === undefined || organization === undefined || endpoint === undefined)
        throw new Error('world')
      const answer = await ask(person.id, organization.id, endpoint)
      seen.add(answer.obstacle)
      const what = `${person.account} ${endpoint.path} ${organization.code}`
      if (person.enabled) {
        expect(answer.allowed, what).toBe(await mayCall(endpoint, person.account, organization.id))
      } else expect(answer, what).toMatchObject({ allowed: false, obstacle: 'accountDisabled' })
      expect(answer.through.length > 0, what).toBe(answer.allowed && !person.super)
      expect(answer.obstacle === null, what).toBe(answer.allowed)
      if (answer.allowed) allowed += 1
    }
    expect(allowed).toBeGreaterThan(10)
    expect([...seen].toSorted()).toEqual(
      [null, 'accountDisabled', 'entryDisabled', 'noRole', 'notMember', 'organizationDisabled'].toSorted(),
    )
  })
})

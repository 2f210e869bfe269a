import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type AccessHolder, holders } from '#contracts/access'
import { limits } from '#contracts/limits'
import { permissionKey } from '#contracts/permission'
import * as roles from '#contracts/role'
import { seeded } from '#platform/seed/demo/seeded-random'
import { admin, testPlatform } from './harness.ts'
import { heldBy, makePerson, makeRole, nodeIds } from './records.ts'
import { makeWorld } from './world.ts'

const platform = testPlatform()

describe('WHY-2 what saving a role would do', () => {
  test('who has it by another role neither gains nor loses; the disabled are not counted', async () => {
    const { roles: held } = await makePerson(platform, { EAST: ['uia.role.search', 'uia.role.add'] })
    const id = held.EAST ?? ''
    const org_id = await platform.orgId('EAST')
    const other = await makeRole(platform, 'EAST', ['uia.role.add', 'uia.role.delete'])
    for (const [role_id, enabled] of [
      [other, true],
      [undefined, false],
    ] as const) {
      const person = await makePerson(platform, { EAST: [] })
      const place = { account_id: person.id, org_id }
      await platform.insert('account_role', { ...place, role_id: id })
      if (role_id !== undefined) await platform.insert('account_role', { ...place, role_id })
      await platform.set('account', { id: person.id }, { enabled })
    }
    const resourceIdList = await nodeIds(platform, 'uia.role.search', 'uia.role.delete')
    const effect = await platform.ok(roles.effect, admin, { body: { id, resourceIdList } })
    const page = ['统一管理平台', '人员与权限', '角色管理']
    expect(effect).toEqual({
      organization: { id: org_id, name: '华东储能' },
      holders: 2,
      gained: {
        people: 1,
        count: 1,
        buttons: [{ code: 'uia.role.delete', path: [...page, '删除'], people: 1 }],
      },
      lost: { people: 1, count: 1, buttons: [{ code: 'uia.role.add', path: [...page, '新增'], people: 1 }] },
    })
    expect(await heldBy(platform, id)).toEqual(['uia.role.add', 'uia.role.search'])
  })

  test('it refuses what the save would refuse', async () => {
    const editor = await makePerson(platform, { EAST: ['uia.role.update'], WEST: [] })
    const who = { as: editor.account, org: 'EAST' }
    const resourceIdList = await nodeIds(platform, 'uia.role.delete')
    const ask = async (orgCode: string) =>
      platform.code(roles.effect, who, {
        body: { id: await makeRole(platform, orgCode, []), resourceIdList },
      })
    expect(await ask('EAST')).toBe(403)
    expect(await ask('WEST')).toBe(403)
  })
})

test('WHY-2 it holds nobody up, however many permissions and ways to have them there are', async () => {
  const id = await makeRole(platform, 'EAST', [])
  const org_id = await platform.orgId('EAST')
  const [beside] = await nodeIds(platform, 'uia.role.search')
  await sql`insert into menu_node (id, pid, app_id, name, code, type, sort, enabled, inside_flag, created_time)
    select 'wide-' || n, p.pid, p.app_id, 'wide ' || n, 'wide.p' || n || '.search', 4, 1, true, '1', now()
    from menu_node p, generate_series(1, 4000) n where p.id = ${beside}`.execute(platform.db)
  await sql`insert into role (id, org_id, name, created_time)
    select 'wide-' || n, ${org_id}, 'wide ' || n, now() from generate_series(1, 200) n`.execute(platform.db)
  await sql`insert into role_node (role_id, node_id)
    select 'wide-' || n, 'wide-' || n from generate_series(1, 200) n`.execute(platform.db)
  await sql`insert into account (id, account, password_hash, enabled, super, desensitization, created_time)
    select 'wide-' || n, 'wide' || n, '', true, false, false, now() from generate_series(1, 200) n`.execute(
    platform.db,
  )
  await sql`insert into membership (account_id, org_id)
    select 'wide-' || n, ${org_id} from generate_series(1, 200) n`.execute(platform.db)
  await sql`insert into account_role (account_id, org_id, role_id)
    select 'wide-' || n, ${org_id}, r from generate_series(1, 200) n, unnest(array[${id}, 'wide-' || n]) r`.execute(
    platform.db,
  )
  const resourceIdList = Array.from({ length: 4000 }, (_, at) => `wide-${at + 1}`)
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const effect = await platform.ok(roles.effect, admin, { body: { id, resourceIdList } })
  delay.disable()
  expect(effect).toMatchObject({ holders: 200, gained: { people: 200, count: 4000 } })
  expect(delay.max / 1e6, 'milliseconds').toBeLessThan(1000)
})

const all = Object.values(roles.role.endpoints).flatMap(({ permissions }) => permissions)

test('WHY-2 what it tells is what the explainer tells after the save and not before, and the other way round', async () => {
  const codes = [
    ...new Set([...all, 'uia.account.search', 'uia.account.update', 'uia.page.operation.search']),
  ]
  const { organizations } = await makeWorld(platform, codes)
  const random = seeded(11)
  const nodes = await platform.rows('menu_node', { code: [...codes, ...codes.map(permissionKey)] })
  const holdersOf = async (orgId: string, code: string) => {
    const found: AccessHolder[] = []
    for (let page = 1; found.length === (page - 1) * limits.largestPage; page += 1) {
      const query = { orgId, codes: code, page, limit: limits.largestPage }
      found.push(...(await platform.ok(holders, admin, { query })).content)
    }
    return new Set(found.filter((one) => !one.superAdministrator).map(({ id }) => id))
  }
  let touched = 0
  for (const organization of organizations.slice(0, 5)) {
    const [role] = await platform.rows('role', { org_id: organization.id })
    if (role === undefined) throw new Error('world')
    const resourceIdList = nodes.filter(() => random.number(2) === 0).map(({ id }) => id)
    const body = { id: role.id, name: role.name, orgId: role.org_id, resourceIdList }
    const effect = await platform.ok(roles.effect, admin, { body })
    const see = () => Promise.all(codes.map((code) => holdersOf(organization.id, code)))
    const before = await see()
    await platform.ok(roles.update, admin, { body })
    const after = await see()
    for (const [side, from, to] of [
      ['gained', before, after],
      ['lost', after, before],
    ] as const) {
      const people = new Set<string>()
      const told = codes.flatMap((code, at) => {
        const more = [...(to[at] ?? [])].filter((id) => !from[at]?.has(id))
        for (const id of more) people.add(id)
        return more.length === 0 ? [] : [[permissionKey(code), more.length]]
      })
      const counted = effect[side].buttons
        .filter((button) => button.people > 0)
        .map((button) => [permissionKey(button.code), button.people])
      expect(counted.toSorted(), `${side} in ${organization.code}`).toEqual(told.toSorted())
      expect(effect[side].people).toBe(people.size)
      touched += people.size
    }
  }
  expect(touched).toBeGreaterThan(20)
})

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as departments from '#contracts/department'
import { pagesWith, resources } from '#contracts/registry'
import * as roles from '#contracts/role'
import { currentUser } from '#contracts/session'
import { sweep } from '#platform/cleanup'
import { after, day } from '#platform/kernel/clock'
import { auditKeys } from './databases.ts'
import { admin, testPlatform } from './harness.ts'
import { logged, makeDepartment, makePerson, makeRole, nodeIds } from './records.ts'
import { describedResources } from './resources.ts'

const platform = testPlatform()
const kinds = pagesWith('deleted')
const of = (id: string) => ({ params: { id } })

/** Puts departments into the bin, the latest first. @returns their names */
async function fillBin(word: string, count: number, more = ''): Promise<string[]> {
  const east = await platform.orgId('EAST')
  const names = Array.from({ length: count }, (_, at) => `${word} ${String(at).padStart(3, '0')}`)
  await platform.db
    .insertInto('bin')
    .values(
      names.map((name, at) => ({
        ...{ kind: 'department', record_id: `${word}-${999 - at}${more}`, name, org_ids: [east, 'gone'] },
        ...{ deleted_by: 'x', by_name: 'X', kept: '{}' },
        // Two at a time: one deletion may take many.
        deleted_at: new Date(platform.now().getTime() - Math.ceil(at / 2) * 1000 - 1000),
      })),
    )
    .execute()
  return names
}

describe('DAY-6 what was deleted', () => {
  test.each(kinds)('DAY-6 %s: comes back as it was, once, with an entry of its own', async (kind) => {
    const described = describedResources(platform).find(({ key }) => key === kind)
    const { remove, restore, deleted } = resources[kind].endpoints
    const id = (await described?.make()) ?? ''
    const before = await platform.row(described?.table ?? 'role', { id })
    const gone = { params: { id, resourceId: id }, query: {} } as never
    await platform.ok(remove as typeof roles.remove, admin, gone)
    expect((await platform.ok(deleted, admin)).records.map((row) => row.id)).toContain(id)
    const entry = await logged(platform, () => platform.call(restore, admin, of(id)))
    expect(entry).toMatchObject({ module: kind, type: 'restore', status: '1', subject_id: id })
    const must = kind === 'account' ? { must_change_password: true } : {}
    expect(await platform.row(described?.table ?? 'role', { id })).toEqual({ ...before, ...must })
    expect((await platform.ok(deleted, admin)).records.map((row) => row.id)).not.toContain(id)
    expect(await platform.code(restore, admin, of(id))).toBe(404)
  })

  test('DAY-6 an account comes back with what is left of what it had, without its session, and what is gone is named', async () => {
    const person = await makePerson(platform, { EAST: ['uia.role.search'], WEST: ['uia.online.search'] })
    const { id: dept } = await makeDepartment(platform, 'EAST')
    await platform.set(
      'membership',
      { account_id: person.id, org_id: await platform.orgId('EAST') },
      { dept_id: dept },
    )
    await platform.ok(currentUser, { as: person.account })
    await platform.ok(accounts.remove, admin, of(person.id))
    const { name } = await platform.row('role', { id: person.roles.WEST ?? '' })
    const department = await platform.row('department', { id: dept })
    await platform.ok(roles.remove, admin, of(person.roles.WEST ?? ''))
    await platform.ok(departments.remove, admin, of(dept))
    const { left } = await platform.ok(accounts.restore, admin, of(person.id))
    expect(left.sort()).toEqual([department.name, name].sort())
    expect(
      (await platform.rows('membership', { account_id: person.id })).map(({ dept_id }) => dept_id),
    ).toEqual([null, null])
    expect(await platform.rows('account_role', { account_id: person.id })).toMatchObject([
      { role_id: person.roles.EAST },
    ])
    expect(await platform.code(currentUser, { as: person.account })).toBe(102002)
  })

  test('DAY-6 what has moved to another organization is gone from where it was: an account and a role come back without it', async () => {
    const person = await makePerson(platform, { EAST: [], WEST: [] })
    const role = await platform.row('role', { id: person.roles.EAST ?? '' })
    const department = await makeDepartment(platform, 'EAST')
    const place = { account_id: person.id, org_id: role.org_id }
    await platform.set('membership', place, { dept_id: department.id })
    const other = await makeRole(platform, 'EAST', [])
    await platform.set('role', { id: other }, { dept_id: department.id })
    await platform.ok(accounts.remove, admin, of(person.id))
    await platform.ok(roles.remove, admin, of(other))
    const orgId = await platform.orgId('WEST')
    const { name, code } = department
    await platform.ok(departments.update, admin, {
      body: { id: department.id, name, code, orgId, enabled: true },
    })
    await platform.ok(roles.update, admin, {
      body: {
        id: role.id,
        name: role.name,
        orgId,
        resourceIdList: await nodeIds(platform, 'uia.role.search'),
      },
    })
    const { left } = await platform.ok(accounts.restore, admin, of(person.id))
    expect(left.sort()).toEqual([department.name, role.name].sort())
    expect(await platform.rows('membership', place)).toEqual([{ ...place, dept_id: null }])
    expect(await platform.rows('account_role', { account_id: person.id })).toMatchObject([
      { role_id: person.roles.WEST },
    ])
    expect(await platform.ok(roles.restore, admin, of(other))).toEqual({ left: [department.name] })
    expect(await platform.row('role', { id: other })).toMatchObject({ org_id: role.org_id, dept_id: null })
  })

  test('DAY-6 a role brings its holders and permissions back, as far as they are there', async () => {
    const person = await makePerson(platform, { EAST: ['uia.role.search'] })
    const id = person.roles.EAST ?? ''
    const nodes = await platform.rows('role_node', { role_id: id })
    await platform.ok(roles.remove, admin, of(id))
    expect(await platform.rows('account_role', { account_id: person.id })).toEqual([])
    expect(await platform.ok(roles.restore, admin, of(id))).toEqual({ left: [] })
    expect(await platform.rows('role_node', { role_id: id })).toEqual(nodes)
    expect(await platform.rows('account_role', { account_id: person.id })).toHaveLength(1)
  })

  test('DAY-6 PERM-5 who may only delete brings nobody in again, and gives nobody a role', async () => {
    const clerk = await makePerson(platform, { EAST: ['uia.account.delete', 'uia.role.delete'] })
    const who = { as: clerk.account, org: 'EAST' }
    const gone = await makePerson(platform, { EAST: [] })
    const holder = await makePerson(platform, { EAST: [] })
    const role = await makeRole(platform, 'EAST', [])
    const { name } = await platform.row('role', { id: gone.roles.EAST ?? '' })
    await platform.ok(accounts.remove, who, of(gone.id))
    expect(await platform.ok(accounts.restore, who, of(gone.id))).toEqual({ left: [name], disabled: true })
    expect(await platform.row('account', { id: gone.id })).toMatchObject({ enabled: false })
    expect(await platform.rows('account_role', { account_id: gone.id })).toEqual([])
    const orgId = await platform.orgId('EAST')
    await platform.insert('account_role', { account_id: holder.id, org_id: orgId, role_id: role })
    await platform.ok(roles.remove, who, of(role))
    await platform.ok(roles.restore, who, of(role))
    expect(await platform.rows('account_role', { role_id: role })).toEqual([])
  })

  test('DAY-6 PERM-3 an account comes back to whoever may give roles without those that are beyond them, which are named', async () => {
    const rights = ['delete', 'updateEnable', 'usersRolesUpdate'].map((one) => `uia.account.${one}`)
    const who = { as: (await makePerson(platform, { EAST: rights })).account, org: 'EAST' }
    const gone = await makePerson(platform, { EAST: ['uia.role.delete'] })
    const near = await makeRole(platform, 'EAST', ['uia.account.delete'])
    const { name, org_id } = await platform.row('role', { id: gone.roles.EAST ?? '' })
    await platform.insert('account_role', { account_id: gone.id, org_id, role_id: near })
    await platform.ok(accounts.remove, who, of(gone.id))
    expect(await platform.ok(accounts.restore, who, of(gone.id))).toEqual({ left: [name] })
    expect(await platform.rows('account_role', { account_id: gone.id })).toMatchObject([{ role_id: near }])
  })

  test('DAY-6 a name that is taken meanwhile is told at its field, and the bin keeps what it holds', async () => {
    const person = await makePerson(platform, { EAST: [] })
    await platform.ok(accounts.remove, admin, of(person.id))
    const other = await makePerson(platform, { EAST: [] })
    await platform.set('account', { id: other.id }, { account: person.account })
    const answer = await platform.call(accounts.restore, admin, of(person.id))
    expect(answer).toMatchObject({ code: 409, data: [{ field: 'account' }] })
    await platform.set('account', { id: other.id }, { account: other.account })
    expect(await platform.code(accounts.restore, admin, of(person.id))).toBe(0)
  })

  test('DAY-6 PERM-3 is seen and brought back by whoever may delete there, and grants nobody more than they hold', async () => {
    const east = { org: 'EAST' }
    const clerk = await makePerson(platform, { EAST: ['uia.role.delete'] })
    const as = { ...east, as: clerk.account }
    const [near, far, strong] = [
      await makeRole(platform, 'EAST', ['uia.role.delete']),
      await makeRole(platform, 'WEST', []),
      await makeRole(platform, 'EAST', ['uia.account.delete']),
    ]
    for (const id of [near, far, strong]) await platform.ok(roles.remove, admin, of(id))
    const shown = (await platform.ok(roles.deleted, as)).records.map(({ id }) => id)
    expect([near, far, strong].map((id) => shown.includes(id))).toEqual([true, false, true])
    expect(await platform.code(roles.restore, as, of(near))).toBe(0)
    expect(await platform.code(roles.restore, as, of(far))).toBe(403)
    expect(await platform.code(roles.restore, as, of(strong))).toBe(403)
    const other = await makePerson(platform, { EAST: ['uia.role.search'] })
    expect(await platform.code(roles.deleted, { ...east, as: other.account })).toBe(403)
  })

  test('DAY-6 PERM-3 a super administrator is seen and brought back by super administrators only', async () => {
    const boss = await makePerson(platform, { EAST: [] })
    await platform.set('account', { id: boss.id }, { super: true })
    const clerk = await makePerson(platform, { EAST: ['uia.account.delete'] })
    const as = { org: 'EAST', as: clerk.account }
    await platform.ok(accounts.remove, admin, of(boss.id))
    expect((await platform.ok(accounts.deleted, as)).records.map(({ id }) => id)).not.toContain(boss.id)
    expect(await platform.code(accounts.restore, as, of(boss.id))).toBe(403)
    await platform.set('bin', { record_id: boss.id }, { org_ids: [], deleted_by: clerk.id })
    expect(await platform.code(accounts.restore, as, of(boss.id))).toBe(403)
    expect(await platform.code(accounts.restore, admin, of(boss.id))).toBe(0)
    await platform.delete('account', { id: boss.id })
  })

  test('DAY-6 all of it is reached by pages, and found by a part of its name, with the organizations that it was of', async () => {
    const word = `Reach${platform.now().getTime()}`
    const gone = await fillBin(word, 201)
    const found = async (query: { name?: string; after?: string }) => {
      const { records, next } = await platform.ok(departments.deleted, admin, { query })
      return { names: records.map(({ name }) => name), next: next ?? undefined }
    }
    const first = await found({ name: word.toLowerCase() })
    expect(first.names).toEqual(gone.slice(0, 100))
    const second = await found({ name: word, after: first.next ?? '' })
    expect(second.names).toEqual(gone.slice(100, 200))
    expect(await found({ name: word, after: second.next ?? '' })).toEqual({ names: gone.slice(200) })
    expect((await found({ name: `${word} 05` })).names).toHaveLength(10)
    expect((await found({})).names).toHaveLength(100)
    const { records } = await platform.ok(departments.deleted, admin, { query: { name: gone[0] ?? '' } })
    expect(records[0]?.organizations).toEqual(['华东储能'])
    await platform.delete('bin', { deleted_by: 'x' })
  })

  test('DAY-6 no page leaves out or repeats what others hold, whatever is put back or deleted meanwhile', async () => {
    const word = `Moved${platform.now().getTime()}`
    const gone = await fillBin(word, 200)
    const read = (after?: string) =>
      platform.ok(departments.deleted, admin, { query: { name: word, ...(after && { after }) } })
    const first = await read()
    // The last one of the page is where the next begins.
    for (const at of [3, 99]) await platform.delete('bin', { record_id: `${word}-${999 - at}` })
    await fillBin(word, 1, 'later')
    const second = await read(first.next ?? '')
    expect(second.records.map(({ name }) => name)).toEqual(gone.slice(100))
    expect(second.next, 'a page that is exactly full is the last').toBeUndefined()
    for (const after of ['1', 'x_y', `${platform.now().getTime()}_`, '1_\u0000'])
      expect(await platform.code(departments.deleted, admin, { query: { after } }), after).toBe(400)
    await platform.delete('bin', { deleted_by: 'x' })
  })

  test('DAY-6 a deleted account is found by its login name and by the name of the person, which it tells', async () => {
    const account = await makePerson(platform, { EAST: [] })
    const name = `Gone 归 ${platform.now().getTime()}`
    await platform.set('account', { id: account.id }, { name })
    await platform.ok(accounts.remove, admin, of(account.id))
    for (const typed of [account.account, name, name.toUpperCase(), '归 ', `　${name} `]) {
      const { records } = await platform.ok(accounts.deleted, admin, { query: { name: typed } })
      const found = records.find(({ id }) => id === account.id)
      expect(found, typed).toMatchObject({ name: account.account, person: name })
    }
    const { records } = await platform.ok(accounts.deleted, admin, { query: { name: `${name}%` } })
    expect(records).toEqual([])
  })

  test('DAY-6 an organization and a menu entry come back for whoever deleted them, and for super administrators', async () => {
    for (const kind of ['organization', 'menu'] as const) {
      const { remove, restore, deleted } = resources[kind].endpoints
      const clerk = await makePerson(platform, { EAST: [`uia.${kind}.delete`, 'ems.stations.search'] })
      const as = { org: 'EAST', as: clerk.account }
      const id =
        (await describedResources(platform)
          .find(({ key }) => key === kind)
          ?.make()) ?? ''
      await platform.ok(remove as typeof roles.remove, admin, {
        params: { id, resourceId: id },
        query: {},
      } as never)
      expect((await platform.ok(deleted, as)).records.map((row) => row.id)).not.toContain(id)
      expect(await platform.code(restore, as, of(id))).toBe(403)
      await platform.set('bin', { record_id: id }, { deleted_by: clerk.id })
      expect((await platform.ok(deleted, as)).records.map((row) => row.id)).toContain(id)
      expect(await platform.code(restore, as, of(id)), kind).toBe(0)
    }
  })

  test('DAY-6 a role of very many people who are gone comes back without holding up everybody else', async () => {
    const id = await makeRole(platform, 'EAST', [])
    const org_id = await platform.orgId('EAST')
    const many = sql`generate_series(1, 20000) n`
    await sql`insert into account (id, account, name, password_hash, enabled, super, desensitization, created_time)
      select 'crowd-' || n, 'crowd' || n, 'Crowd ' || n, '', true, false, false, now() from ${many}`.execute(
      platform.db,
    )
    await sql`insert into membership (account_id, org_id) select 'crowd-' || n, ${org_id} from ${many}`.execute(
      platform.db,
    )
    await sql`insert into account_role (account_id, org_id, role_id)
      select 'crowd-' || n, ${org_id}, ${id} from ${many}`.execute(platform.db)
    await platform.ok(roles.remove, admin, of(id))
    await sql`delete from account where id like 'crowd-%'`.execute(platform.db)
    const delay = monitorEventLoopDelay({ resolution: 10 })
    delay.enable()
    const { left } = await platform.ok(roles.restore, admin, of(id))
    delay.disable()
    expect(left).toHaveLength(20_000)
    expect(delay.max / 1e6, 'milliseconds').toBeLessThan(700)
  })

  test('DAY-6 is kept for 30 days, and then for nobody', async () => {
    const id = await makeRole(platform, 'EAST', [])
    await platform.ok(roles.remove, admin, of(id))
    await platform.set('bin', { record_id: id }, { deleted_at: after(platform.now(), -30 * day - 1) })
    expect(await platform.code(roles.restore, admin, of(id))).toBe(404)
    await sweep(platform.db, platform.now(), { logRetentionDays: 180, auditKeys })
    expect(await platform.rows('bin', { record_id: id })).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import { run } from '#contracts/bulk'
import * as departments from '#contracts/department'
import { listOperations } from '#contracts/log'
import * as organizations from '#contracts/organization'
import { put } from '#contracts/preference'
import { signOut } from '#contracts/session'
import { changesOf } from '#platform/kernel/audit/operation-log'
import { hour } from '#platform/kernel/clock'
import { basic, browserHash, testPlatform } from './harness.ts'
import { fresh, makeDepartment, makePerson, personForm } from './records.ts'
import { signIn } from './sign-in.ts'

const platform = testPlatform()

async function newest() {
  return platform.db
    .selectFrom('operation_log')
    .orderBy('create_time', 'desc')
    .orderBy('id', 'desc')
    .selectAll()
    .executeTakeFirstOrThrow()
}
async function count(): Promise<number> {
  return (await platform.rows('operation_log')).length
}

describe('the operation log', () => {
  test('PERM-1 a change leaves one row that tells who, where, what, and the fields before and after', async () => {
    const target = await makePerson(platform, { EAST: [] })
    const orgId = await platform.orgId('EAST')
    platform.forward(1000)
    const before = await count()
    const body = await personForm(platform, target, ['EAST'], { name: '新名', phone: '13911112222' })
    const headers = { 'x-forwarded-for': '203.0.113.5', 'x-request-id': 'abcd-1234-efgh' }
    const who = { as: 'operator', org: 'EAST', system: 'uia', headers }
    await platform.ok(accounts.update, who, { body })
    expect(await count()).toBe(before + 1)
    expect(await newest()).toMatchObject({
      account_id: await platform.accountId('operator'),
      username: 'operator',
      org_id: orgId,
      org_name: '华东储能',
      system_id: await platform.systemId('uia'),
      system_name: '统一管理平台',
      module: 'account',
      type: 'update',
      method: 'POST',
      path: '/sys/user/page/update',
      request_ip: '203.0.113.5',
      status: '1',
      subject_id: target.id,
      subject_name: target.account,
      changes: {
        name: { before: 'Person', after: '新名' },
        phone: { before: '138****0000', after: '139****2222' },
      },
      create_time: platform.now(),
    })
  })

  test('PERM-5 WHY-4 an entry stands in the log of the organization whose record was changed, wherever its author was', async () => {
    const rights = [
      'uia.department.add',
      'uia.department.delete',
      'uia.department.updateEnable',
      'uia.account.update',
    ]
    const { account: as } = await makePerson(platform, { EAST: rights, WEST: rights })
    const [east, west] = [await platform.orgId('EAST'), await platform.orgId('WEST')]
    const placeOf = async (work: () => Promise<unknown>) => {
      platform.forward(1000)
      await work()
      return (await newest()).org_id
    }
    const who = { as, org: 'EAST' }
    const body = { name: 'Far', code: `FAR${fresh()}`, orgId: west, enabled: 1 }
    expect(await placeOf(() => platform.ok(departments.add, who, { body }))).toBe(west)
    const { id } = await platform.row('department', { code: body.code })
    const off = { query: { id, enabled: 0 } }
    expect(await placeOf(() => platform.ok(departments.updateEnable, who, off))).toBe(west)
    expect(await placeOf(() => platform.ok(departments.remove, who, { params: { id } }))).toBe(west)
    const { org_name, subject_id } = await newest()
    expect([org_name, subject_id]).toEqual([(await platform.row('organization', { id: west })).name, id])
    const change = async (orgs: string[]) => {
      const person = await makePerson(platform, Object.fromEntries(orgs.map((org) => [org, []])))
      const given = await personForm(platform, person, orgs, { name: 'Other' })
      return placeOf(() => platform.ok(accounts.update, who, { body: given }))
    }
    expect(await change(['WEST'])).toBe(west)
    const [moved, leaving] = [
      await makeDepartment(platform, 'EAST'),
      await makePerson(platform, { EAST: [], WEST: [] }),
    ]
    const admin = { as: 'admin', org: 'EAST' }
    const elsewhere = { body: { ...moved, orgId: west, enabled: 1 } }
    expect(await placeOf(() => platform.ok(departments.update, admin, elsewhere)), 'where it was').toBe(east)
    const left = await personForm(platform, leaving, ['WEST'])
    expect(await placeOf(() => platform.ok(accounts.update, admin, { body: left }))).toBe(east)
    expect(await change(['EAST', 'WEST']), 'of several the one where its author is').toBe(east)
    const organization = { name: 'New', code: `NEW${fresh()}`, enabled: 1 }
    expect(await placeOf(() => platform.ok(organizations.add, admin, { body: organization }))).toBe(east)
  })

  test('OPS-6 a row of either log names the request that made it, and a list tells it', async () => {
    const headers = { 'x-request-id': 'request-of-a-change' }
    const target = await makePerson(platform, { EAST: [] })
    platform.forward(1000)
    const body = await personForm(platform, target, ['EAST'], { name: '另名' })
    await platform.ok(accounts.update, { as: 'operator', org: 'EAST', headers }, { body })
    expect((await newest()).request_id).toBe('request-of-a-change')
    const { content } = await platform.ok(listOperations, { as: 'admin' }, { query: { page: 1, limit: 10 } })
    expect(content[0]?.requestId).toBe('request-of-a-change')
    platform.forward(1000)
    await signIn(
      platform,
      { key: '1234567890', code: '1234' },
      { headers: { ...headers, authorization: basic } },
    )
    const entry = await platform.db
      .selectFrom('login_log')
      .orderBy('login_time', 'desc')
      .selectAll()
      .executeTakeFirst()
    expect(entry).toMatchObject({ reason: 'captchaWrong', request_id: 'request-of-a-change' })
  })

  test('PERM-1 passwords and whole phone numbers are not in it', async () => {
    const password = browserHash('Secret123')
    const userOrgList = [{ orgId: await platform.orgId('EAST') }]
    const body = { account: 'logged', name: 'x', phone: '13911113333', password, userOrgList }
    platform.forward(1000)
    await platform.ok(accounts.add, { as: 'operator', org: 'EAST' }, { body })
    const row = JSON.stringify(await newest())
    expect(row).toContain('logged')
    expect(row).not.toContain(password)
    expect(row).not.toContain('13911113333')
    expect(platform.log.join('')).not.toContain('13911113333')
  })

  test('PERM-5 a refusal is kept with status 3, also of a call that only reads', async () => {
    platform.forward(1000)
    await platform.call(accounts.list, { as: 'field', org: 'EAST' })
    expect(await newest()).toMatchObject({
      username: 'field',
      module: 'account',
      type: 'read',
      status: '3',
      changes: null,
    })
    platform.forward(1000)
    await platform.call(accounts.remove, { as: 'field', org: 'EAST' }, { params: { id: 'x' } })
    expect(await newest()).toMatchObject({
      username: 'field',
      module: 'account',
      type: 'delete',
      status: '3',
    })
  })

  test('PERM-5 a refused person leaves no row in the log of an organization that is not theirs', async () => {
    platform.forward(1000)
    await platform.call(accounts.list, { as: 'field', org: 'WEST' })
    expect(await newest()).toMatchObject({ username: 'field', org_id: null, org_name: null, status: '3' })
  })

  test('VALID-2 a change that fails is kept with status 2, a reading that fails is not', async () => {
    platform.forward(1000)
    const body = { id: 'x', enabled: 7 }
    expect(await platform.code(accounts.updateEnable, { as: 'operator', org: 'EAST' }, { body })).toBe(400)
    expect(await newest()).toMatchObject({ username: 'operator', type: 'enable', status: '2' })
    const before = await count()
    await platform.call(accounts.list, { as: 'operator', org: 'EAST' }, { query: { page: 0 } })
    await platform.call(accounts.list, { as: 'operator', org: 'EAST' })
    expect(await count()).toBe(before)
  })

  const refusalsOf = async (username: string) =>
    (await platform.rows('operation_log', { username })).filter(({ status }) => status !== '1')

  test('OLOG-1 WHY-5 refusals of whoever may change nothing have a bound in each hour, and the last one says so', async () => {
    const { id, account } = await makePerson(platform, { EAST: ['uia.account.search'] })
    const who = { as: account, org: 'EAST' }
    const calls = [
      () => platform.code(accounts.list, { ...who, org: 'WEST' }),
      () => platform.code(accounts.remove, who, { params: { id: 'x' } }),
      () => platform.code(put, who, { body: {} }),
    ]
    for (const call of calls) expect([400, 403]).toContain(await call())
    await platform.db
      .updateTable('quota')
      .set({ count: 498 })
      .where('kind', '=', 'refusal')
      .where('subject', '=', id)
      .where('count', '=', 3)
      .execute()
    for (const call of calls) expect([400, 403]).toContain(await call())
    const kept = (await refusalsOf(account)).map(({ changes }) => changes)
    expect(kept).toHaveLength(5)
    expect(kept.filter((changes) => changes !== null)).toEqual([{ refusalsKept: { after: 500 } }])
    platform.forward(hour)
    await calls[0]?.()
    expect(await refusalsOf(account)).toHaveLength(6)
  })

  test('OLOG-1 EDGE-11 what whoever may change something is refused is there whole, also of many rows', async () => {
    const { id, account } = await makePerson(platform, { EAST: ['uia.account.updateEnable'] })
    const inputs = Array.from({ length: 20 }, (_, at) => ({ body: { id: `none${at}`, enabled: 0 } }))
    const body = { bulkId: 'refused-rows-of-bulk', call: 'account.updateEnable', inputs }
    await platform.ok(run, { as: account, org: 'EAST' }, { body })
    expect(await refusalsOf(account)).toHaveLength(20)
    expect(await platform.rows('quota', { kind: 'refusal', subject: id })).toEqual([])
  })

  test('LOGOUT-4 a logout is an operation', async () => {
    platform.forward(1000)
    await platform.call(signOut, { as: 'auditor' })
    expect(await newest()).toMatchObject({
      username: 'auditor',
      module: 'session',
      type: 'logout',
      status: '1',
    })
  })

  test('PERM-1 what a handler tells of secrets is dropped, what stayed the same is left out', () => {
    const secrets = { password: 'a', password_hash: 'b', secret: 'c', accessToken: 'd' }
    expect(
      changesOf({ before: { name: 'x', list: ['1'] }, after: { name: 'y', list: ['1'], ...secrets } }),
    ).toEqual({ name: { before: 'x', after: 'y' } })
    expect(changesOf({ after: secrets })).toBeNull()
    expect(changesOf({})).toBeNull()
  })
})

import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as departments from '#contracts/department'
import * as organizations from '#contracts/organization'
import * as roles from '#contracts/role'
import { after as later } from '#platform/kernel/clock'
import { admin, type Context, operator, testPlatform } from './harness.ts'
import { fresh, makePerson, makeRole } from './records.ts'
import { signIn } from './sign-in.ts'

const platform = testPlatform()

const found = async (query: Record<string, unknown>, who: Context = admin) =>
  (await platform.ok(accounts.list, who, { query: { limit: 100, ...query } })).content
const idsOf = async (query: Record<string, unknown>, who: Context = admin) =>
  (await found(query, who)).map(({ id }) => id)

describe('what the list of accounts is narrowed by', () => {
  test('DAY-1 a person is found by a part of their name, in any case', async () => {
    const { id } = await makePerson(platform, { EAST: [] })
    const name = `Wei Zhang 张伟${fresh()}`
    await platform.set('account', { id }, { name })
    for (const part of [name, 'wei zhang 张', name.slice(-4).trim()])
      expect(await idsOf({ name: part })).toContain(id)
    expect(await idsOf({ name: 'nobody has this name' })).toEqual([])
  })

  test('DAY-1 organization, department and role narrow it to their people', async () => {
    const [one, other] = [await makePerson(platform, { EAST: [] }), await makePerson(platform, { WEST: [] })]
    const [orgId, deptId] = [await platform.orgId('EAST'), await platform.deptId('EAST')]
    await platform.set('membership', { account_id: one.id, org_id: orgId }, { dept_id: deptId })
    for (const query of [{ orgId }, { deptId }, { roleId: one.roles.EAST }]) {
      const ids = await idsOf(query)
      expect(ids, JSON.stringify(query)).toContain(one.id)
      expect(ids, JSON.stringify(query)).not.toContain(other.id)
    }
    expect(await idsOf({ roleId: one.roles.EAST })).toEqual([one.id])
    expect(await idsOf({ orgId, roleId: other.roles.WEST })).toEqual([])
    expect((await idsOf({ orgId: '', deptId: '', roleId: '' })).length).toBeGreaterThan(2)
  })

  test('DAY-1 PERM-5 what lies out of reach narrows nothing down: it tells of no membership and no role there', async () => {
    const shared = await makePerson(platform, { EAST: [], NORTH: [] })
    const orgId = await platform.orgId('NORTH')
    await platform.set(
      'membership',
      { account_id: shared.id, org_id: orgId },
      { dept_id: await platform.deptId('NORTH') },
    )
    for (const query of [
      { orgId },
      { deptId: await platform.deptId('NORTH') },
      { roleId: shared.roles.NORTH },
    ]) {
      expect(await idsOf(query, admin), JSON.stringify(query)).toContain(shared.id)
      expect(await idsOf(query, operator), JSON.stringify(query)).toEqual([])
    }
    const [row] = await found({ roleId: shared.roles.EAST }, operator)
    expect(row?.userOrgList?.map(({ orgName }) => orgName)).toEqual(['华东储能'])
    const [whole] = await found({ roleId: shared.roles.EAST })
    expect(whole?.userOrgList).toHaveLength(2)
  })

  test('DAY-1 locked accounts, and those that are not', async () => {
    const { id, account } = await makePerson(platform, { EAST: [] })
    const lock = { account, address: '203.0.113.9', failures: 5, last_at: platform.now() }
    await platform.insert('sign_in_attempt', { ...lock, locked_until: later(platform.now(), 60_000) })
    expect(await idsOf({ locked: 1 })).toEqual([id])
    expect(await idsOf({ locked: 0, account })).toEqual([])
    platform.forward(61_000)
    expect(await idsOf({ locked: 'true' })).toEqual([])
  })

  test('DAY-1 a sign-in is the last one at once, and a range of them holds both its ends', async () => {
    platform.forward(1000)
    await signIn(platform)
    const id = await platform.accountId('operator')
    const today = platform.now().toISOString()
    const [row] = await found({ account: 'operator' })
    expect(row).toMatchObject({ id, lastLogin: today })
    const date = today.slice(0, 10)
    expect(await idsOf({ lastLoginFrom: date, lastLoginTo: date })).toContain(id)
    expect(await idsOf({ lastLoginFrom: today, account: 'operator' })).toEqual([id])
    expect(await idsOf({ lastLoginTo: later(platform.now(), -1).toISOString() })).not.toContain(id)
    const never = await makePerson(platform, { EAST: [] })
    expect(await idsOf({ lastLoginTo: today })).not.toContain(never.id)
    const backwards = { lastLoginFrom: '2026-02-01', lastLoginTo: '2026-01-01' }
    expect(await platform.call(accounts.list, admin, { query: backwards })).toMatchObject({
      status: 400,
      data: [{ field: 'lastLoginTo' }],
    })
  })
})

describe('what lists sort by', () => {
  /** Pages of three, so that an order that is not the same on every page shows. */
  const walked = async (endpoint: typeof accounts.list, sort: string, who: Context) => {
    const rows: accounts.AccountRow[] = []
    for (let page = 1, count = 1; rows.length < count; page += 1) {
      const answer = await platform.ok(endpoint, who, { query: { sort, page, limit: 3 } as object })
      rows.push(...answer.content)
      count = answer.meta.count
    }
    return rows
  }
  const ascending = <Value>(values: readonly Value[]) =>
    values.every((value, at) => at === 0 || (values[at - 1] as Value) <= value)

  test('DAY-1 accounts by name, account, last sign-in and creation, both ways, each once over all pages', async () => {
    const nameless = await makePerson(platform, { EAST: [] })
    await platform.set('account', { id: nameless.id }, { name: null })
    const created = new Map(
      (await platform.rows('account')).map((row) => [row.id, row.created_time.getTime()]),
    )
    const values: Record<
      (typeof accounts.accountSorts)[number],
      (row: accounts.AccountRow) => string | number
    > = {
      account: (row) => row.account.toLowerCase(),
      name: (row) => (row.name ?? '').toLowerCase(),
      lastLogin: (row) => row.lastLogin ?? '',
      createdTime: (row) => created.get(row.id) ?? 0,
    }
    for (const sort of accounts.accountSorts) {
      const up = await walked(accounts.list, sort, operator)
      const down = await walked(accounts.list, `-${sort}`, operator)
      expect(new Set(up.map(({ id }) => id)).size, sort).toBe(up.length)
      expect(
        down.map(({ id }) => id),
        sort,
      ).toEqual(up.map(({ id }) => id).reverse())
      expect(new Set(up.map(values[sort])).size, sort).toBeGreaterThan(1)
      expect(
        up.map(({ id }) => id),
        sort,
      ).toContain(nameless.id)
      // By the code points of the letters, as the database has them.
      expect(
        ascending(
          up
            .map((row) => values[sort](row))
            .map((value) => (typeof value === 'string' ? Buffer.from(value).toString('hex') : value)),
        ),
        sort,
      ).toBe(true)
    }
  })

  test('DAY-1 roles, departments and organizations are sorted, too, and every list says what it takes', async () => {
    await makeRole(platform, 'EAST', [])
    for (const [endpoint, sorts] of [
      [roles.list, roles.roleSorts],
      [departments.list, departments.departmentSorts],
      [organizations.list, organizations.organizationSorts],
    ] as const) {
      const { content, meta } = await platform.ok(endpoint, admin, { query: { sort: 'name', limit: 100 } })
      expect(meta.sorts).toEqual(sorts)
      const names = content.map(({ name }) => Buffer.from(name.toLowerCase()).toString('hex'))
      expect(ascending(names)).toBe(true)
      const back = await platform.ok(endpoint, admin, { query: { sort: '-name', limit: 100 } })
      expect(back.content.map(({ id }) => id)).toEqual(content.map(({ id }) => id).reverse())
    }
    const { meta } = await platform.ok(accounts.list, operator)
    expect(meta).toMatchObject({
      sorts: accounts.accountSorts,
      filters: accounts.accountFilters,
      calls: accounts.accountCalls,
    })
  })

  test('DAY-1 a column that is none is refused in a sentence, and nothing is guessed', async () => {
    for (const sort of ['phone', 'account desc', '--account', 'account,name']) {
      const answer = await platform.call(accounts.list, admin, { query: { sort } as object })
      expect(answer, sort).toMatchObject({ status: 400, data: [{ field: 'sort' }] })
    }
  })
})

test('DAY-1 a full page of many takes as many statements as a page of one', async () => {
  const statements = (limit: number) =>
    platform.statementsOf(() => platform.ok(accounts.list, operator, { query: { limit } }))
  for (let more = 0; more < 10; more += 1) await makePerson(platform, { EAST: [] })
  await statements(1)
  expect(await statements(10)).toBe(await statements(1))
})

import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import { check, type ImportRow, imported, importFields } from '#contracts/account-import'
import { admin, browserHash, type Context, testPlatform } from './harness.ts'
import { fresh, makePerson, makeRole } from './records.ts'

const platform = testPlatform()
const row = (given: Partial<ImportRow> = {}): ImportRow => ({
  ...(Object.fromEntries(importFields.map((field) => [field, ''])) as ImportRow),
  ...{ account: `imported${fresh()}`, name: '李四', phone: '13812345678', organization: 'EAST' },
  ...given,
})
async function faultsOf(given: Partial<ImportRow>, who: Context = admin) {
  const [checked] = await platform.ok(check, who, { body: { rows: [row(given)] } })
  return checked?.faults.map(({ field, message }) => [field, message])
}
async function importAll(rows: ImportRow[], importId: string) {
  const checked = await platform.ok(check, admin, { body: { rows } })
  for (const { account } of checked) {
    if (!account) throw new Error(JSON.stringify(checked))
    const body = { ...account, password: browserHash('Given2026'), importId, mustChangePassword: true }
    await platform.ok(accounts.add, admin, { body })
  }
}

describe('DAY-2 accounts from a file are checked before any is added', () => {
  test('names and codes of organizations, departments and roles become an account as adding takes it', async () => {
    const [east, west] = [await platform.orgId('EAST'), await platform.orgId('WEST')]
    const { name } = await platform.row('department', { id: await platform.deptId('EAST') })
    const { name: orgName } = await platform.row('organization', { id: east })
    const viewer = await makePerson(platform, { EAST: [] })
    const roleName = (await platform.row('role', { id: viewer.roles.EAST ?? '' })).name
    const rows = [
      row({ account: 'a1', organization: orgName, department: 'ops', role: roleName }),
      row({ account: 'a2', organization: `east / ${name}； West` }),
    ]
    const checked = await platform.ok(check, admin, { body: { rows } })
    expect(
      checked.map(({ faults, account }) => [faults, account?.userOrgList, account?.usersRoleList]),
    ).toEqual([
      [[], [{ orgId: east, deptId: await platform.deptId('EAST') }], [viewer.roles.EAST]],
      [
        [],
        [
          { orgId: east, deptId: await platform.deptId('EAST') },
          { orgId: west, deptId: null },
        ],
        [],
      ],
    ])
  })

  test('a name is found, and told as taken, as the database compares it: lower case of İ is another one for it', async () => {
    const [department, account] = [await platform.deptId('EAST'), `İpek${fresh()}`]
    const roleId = await makeRole(platform, 'EAST', ['uia.account.add'])
    await platform.set('department', { id: department }, { name: 'İstanbul' })
    await platform.set('role', { id: roleId }, { name: 'İmdat' })
    const given = { account, department: 'İstanbul', role: 'İmdat' }
    expect(await faultsOf(given)).toEqual([])
    await importAll([row(given)], crypto.randomUUID())
    for (const taken of [account, account.replace('İ', 'i')])
      expect(await faultsOf({ account: taken })).toEqual([['account', expect.any(String)]])
  })

  test('however many roles are named, the database is asked as often as for one', async () => {
    const rights = ['uia.account.add', 'uia.account.usersRolesUpdate']
    const clerk = await makePerson(platform, { EAST: rights })
    const who = { as: clerk.account, org: 'EAST' }
    const ids = await Promise.all(
      Array.from({ length: 15 }, () => makeRole(platform, 'EAST', ['uia.account.add'])),
    )
    const strong = await makeRole(platform, 'EAST', ['ems.alarms.search'])
    const names = (await platform.rows('role', { id: [...ids, strong] })).map(({ name }) => name)
    const asked = (roles: string[]) =>
      platform.statementsOf(() =>
        platform.ok(check, who, { body: { rows: [row({ role: roles.join(';') })] } }),
      )
    await asked(names)
    expect(await asked(names)).toBe(await asked(names.slice(0, 1)))
    const faults = await faultsOf({ role: names.join(';') }, who)
    expect(faults).toHaveLength(1)
    expect(faults?.[0]?.[1]).toContain((await platform.row('role', { id: strong })).name)
  })

  test('what is wrong is told by cell, in the rules and words of the form', async () => {
    const wrong = { account: '', name: 'x'.repeat(51), phone: '12', organization: 'nowhere', role: 'nothing' }
    expect(await faultsOf(wrong)).toEqual([
      ['account', 'Enter an account name'],
      ['name', 'At most 50 characters'],
      ['phone', 'Please enter a correct mobile number'],
      ['organization', '"nowhere" is not an organization that you may add accounts to'],
    ])
    expect(await faultsOf({ account: 'ADMIN', department: 'none', role: 'none' })).toEqual([
      ['account', 'The account already exists'],
      ['department', 'The organization has no department "none"'],
      ['role', 'The organization has no role "none"'],
    ])
    expect(await faultsOf({ organization: 'EAST;EAST;' })).toEqual([])
    expect(await faultsOf({ organization: '' }, { ...admin, locale: 'zh-cn' })).toEqual([
      ['organization', '请填写组织'],
    ])
    const named = { name: 'Twins', enabled: true, remark: null, created_time: platform.now() }
    await platform.db
      .insertInto('organization')
      .values(['TWIN1', 'TWIN2'].map((code) => ({ ...named, id: code, code })))
      .execute()
    expect((await faultsOf({ organization: 'twins' }))?.[0]?.[1]).toMatch(/^Several are called "twins"/)
  })

  test('DAY-2 VALID-2 what nobody sees in a cell is a fault of its row, or keeps no name from being found', async () => {
    for (const unseen of ['\u200b', '\n', '\t', '\u00ad', '\0']) {
      expect(await faultsOf({ account: `a${unseen}${fresh()}` }), JSON.stringify(unseen)).toEqual([
        ['account', expect.stringMatching(/^Contains an invisible character/)],
      ])
    }
    const both = `EAST\u200b\r\nWE\u00adST\t\n`
    const [checked] = await platform.ok(check, admin, { body: { rows: [row({ organization: both })] } })
    expect(checked?.account?.userOrgList.map(({ orgId }) => orgId)).toEqual([
      await platform.orgId('EAST'),
      await platform.orgId('WEST'),
    ])
    expect(await faultsOf({ department: '\tno\0ne', role: 'none\u2028' })).toEqual([
      ['department', 'The organization has no department "none"'],
      ['role', 'The organization has no role "none"'],
    ])
  })

  test('nobody is told more, or may grant more, than they could by hand', async () => {
    const person = await makePerson(platform, { EAST: ['uia.account.add', 'uia.account.usersRolesUpdate'] })
    const who = { as: person.account, org: 'EAST' }
    const strong = await makePerson(platform, { EAST: ['uia.role.delete'] })
    const { name } = await platform.row('role', { id: strong.roles.EAST ?? '' })
    expect(await faultsOf({ role: name }, who)).toEqual([['role', expect.stringContaining('cannot grant')]])
    expect((await faultsOf({ organization: 'WEST' }, who))?.[0]?.[1]).toMatch(
      /not an organization that you may/,
    )
    const adds = await makePerson(platform, { EAST: ['uia.account.add'] })
    const own = (await platform.row('role', { id: adds.roles.EAST ?? '' })).name
    expect(await faultsOf({ role: own }, { as: adds.account, org: 'EAST' })).toEqual([
      ['role', 'You are not permitted to do this'],
    ])
  })

  test('what was imported has to change its password, and is known until it is used', async () => {
    const importId = `import-of-a-test-${fresh()}`
    const rows = [row(), row(), row()]
    await importAll(rows, importId)
    const made = await platform.ok(imported, admin, { query: { importId } })
    expect(made.map(({ account, used }) => [account, used]).toSorted()).toEqual(
      rows.map(({ account }) => [account, false]),
    )
    const [first, second] = made
    const stored = await platform.row('account', { id: first?.id ?? '' })
    expect(stored.must_change_password).toBe(true)
    await platform.set('account', { id: first?.id ?? '' }, { last_login: platform.now() })
    await platform.ok(accounts.updateEnable, admin, { body: { id: second?.id ?? '', enabled: 0 } })
    const later = await platform.ok(imported, admin, { query: { importId } })
    expect(later.map(({ used }) => used)).toEqual([true, true, false])
    const log = await platform.row('operation_log', { subject_id: made[2]?.id ?? '' })
    expect(log.changes?.importId).toEqual({ after: importId })
  })

  test('five hundred rows are checked in as many statements as one', async () => {
    const some = (count: number) => ({
      body: { rows: Array.from({ length: count }, () => row({ role: 'none' })) },
    })
    const statements = (count: number) => platform.statementsOf(() => platform.ok(check, admin, some(count)))
    expect(await statements(500)).toBe(await statements(1))
  })

  test('HOLD-8 DAY-2 hundreds of rows that name hundreds of roles and organizations hold nobody up', async () => {
    const org_id = await platform.orgId('EAST')
    const made = Array.from({ length: 1000 }, (_, at) => `many${at}`)
    const times = { created_time: platform.now() }
    const roles = made.map((name) => ({ id: name, org_id, name, ...times }))
    await platform.db.insertInto('role').values(roles).execute()
    const organizations = made.map((name) => ({ id: name, code: name, name, enabled: true, ...times }))
    await platform.db.insertInto('organization').values(organizations).execute()
    const some = (at: number) => made.slice(at, at + 19).join(';')
    const rows = Array.from({ length: 500 }, (_, at) =>
      row({ role: some(at), organization: `EAST;${some(at)}` }),
    )
    const since = process.cpuUsage()
    const checked = await platform.ok(check, admin, { body: { rows } })
    expect(process.cpuUsage(since).user / 1000, 'milliseconds').toBeLessThan(5000)
    expect(checked.flatMap(({ faults }) => faults)).toEqual([])
    expect(checked[499]?.account?.usersRoleList).toEqual(made.slice(499, 518))
    expect(checked[499]?.account?.userOrgList).toHaveLength(20)
  })
})

import { describe, expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as allocation from '#contracts/allocation'
import * as apply from '#contracts/apply'
import * as assets from '#contracts/assets'
import * as departments from '#contracts/department'
import { addressOf, type Schema } from '#contracts/endpoint'
import * as log from '#contracts/log'
import * as menus from '#contracts/menu'
import * as organizations from '#contracts/organization'
import * as roles from '#contracts/role'
import { askedSwitch, switchBody, switchQuery } from '#contracts/switch'

const long = (length: number) => '名'.repeat(length)
const hash = 'a'.repeat(64)

const account = { userOrgList: [{ orgId: '1' }], name: long(50), phone: '600000', account: long(50) }
const role = { name: long(20), orgId: 3, description: long(50), resourceIdList: [1] }
const department = { name: long(50), code: 'A'.repeat(20), orgId: '1', enabled: false }
const organization = { name: long(50), code: 'A'.repeat(20), enabled: 0, remark: null }
const system = { name: long(50), version: '1'.repeat(50), type: '1', code: long(30), port: '', enable: 1 }
const application = { name: 'a', code: 'b', icon: '/x', enabled: true, resourceIdList: [1] }
const entry = { name: long(30), code: 'a'.repeat(100), path: 'a'.repeat(300), sort: '9999', pid: 1 }
const forms: [name: string, form: Schema, given: object, add: Schema, update: Schema, more: object][] = [
  ['account', accounts.accountForm, account, accounts.add.body, accounts.update.body, { password: hash }],
  ['role', roles.roleForm, role, roles.add.body, roles.update.body, {}],
  ['department', departments.departmentForm, department, departments.add.body, departments.update.body, {}],
  [
    'organization',
    organizations.organizationForm,
    organization,
    organizations.add.body,
    organizations.update.body,
    {},
  ],
  ['system', allocation.systemForm, system, allocation.add.body, allocation.update.body, {}],
  ['application', apply.applicationForm, application, apply.add.body, apply.update.body, {}],
  ['directory', menus.menuForm, { type: 1, ...entry }, menus.add.body, menus.update.body, {}],
  ['menu', menus.menuForm, { type: 2, ...entry, component: 'x' }, menus.add.body, menus.update.body, {}],
  [
    'link',
    menus.menuForm,
    { type: 2, iFrame: true, ...entry, linkUrl: '/x' },
    menus.add.body,
    menus.update.body,
    {},
  ],
  ['button', menus.menuForm, { type: 3, ...entry, method: 'PUT' }, menus.add.body, menus.update.body, {}],
]

describe.each(forms)('VALID-2 the %s form', (_, form, given, add, update, more) => {
  const parsed = form.safeParse(given)

  test('VALID-2 what the form accepts, adding and updating accept, as typed and as parsed', () => {
    expect(parsed.error).toBeUndefined()
    for (const value of [given, parsed.data]) {
      expect(add.safeParse({ ...value, ...more }).error).toBeUndefined()
      expect(update.safeParse({ ...value, id: '1' }).error).toBeUndefined()
    }
  })

  test('VALID-2 the calls keep every field of the form and the same values', () => {
    expect(add.parse({ ...given, ...more })).toMatchObject(parsed.data as object)
    expect(update.parse({ ...given, id: 1 })).toMatchObject({ ...(parsed.data as object), id: '1' })
  })

  test('VALID-2 what the form refuses, the calls refuse; an update needs its id', () => {
    expect(update.safeParse(given).success).toBe(false)
    for (const field of Object.keys(given)) {
      const broken = { ...given, [field]: { broken: true } }
      expect(form.safeParse(broken).success, field).toBe(false)
      expect(add.safeParse({ ...broken, ...more }).success, field).toBe(false)
      expect(update.safeParse({ ...broken, id: '1' }).success, field).toBe(false)
    }
  })
})

describe('the roles form of an account', () => {
  test('ACC-6 accepts what the call accepts, and refuses what it refuses', () => {
    const { body } = accounts.updateRoles
    for (const orgId of ['1', 2, '', 'a/b', undefined]) {
      for (const usersRoleList of [['1'], [2], [], undefined, ['']]) {
        const given = { orgId, usersRoleList }
        const accepted = accounts.accountRolesForm.safeParse(given).success
        expect(body.safeParse({ ...given, userId: '1' }).success, JSON.stringify(given)).toBe(accepted)
      }
    }
  })
})

describe('calls that the specification describes twice', () => {
  const asked = (query: unknown, body: unknown) =>
    askedSwitch({ query: switchQuery.parse(query), body: switchBody.parse(body) })

  test('SYS-3 the enable call is understood from the query, from the body, and from both', () => {
    expect(allocation.updateEnable.query).toBe(switchQuery)
    expect(allocation.updateEnable.body).toBe(switchBody)
    expect(asked({ id: '7', enabled: '1' }, undefined)).toEqual({ id: '7', enabled: true })
    expect(asked({}, { id: 7, enable: false })).toEqual({ id: '7', enabled: false })
    expect(asked({}, { id: 7, enabled: 0 })).toEqual({ id: '7', enabled: false })
    expect(asked({ id: '7', enabled: 'true' }, { id: 7, enable: true })).toEqual({ id: '7', enabled: true })
  })

  test('SYS-3 an enable call that is incomplete or contradicts itself is not understood', () => {
    expect(asked({}, undefined)).toBeUndefined()
    expect(asked({ id: '7' }, undefined)).toBeUndefined()
    expect(asked({ enabled: '1' }, {})).toBeUndefined()
    expect(asked({ id: '7', enabled: '1' }, { id: '8', enable: true })).toBeUndefined()
    expect(asked({ id: '7', enabled: '1' }, { id: '7', enable: false })).toBeUndefined()
    expect(asked({}, { id: '7', enable: true, enabled: false })).toBeUndefined()
  })

  test('LLOG-1 an entry is normal by loginResult "1", or where that is missing by status 1', () => {
    const normal = (row: object) => {
      const { loginResult, status } = log.entryRow.parse(row)
      return log.entryIsNormal({ loginResult, status })
    }
    expect(
      [{ loginResult: '1' }, { loginResult: 1 }, { status: 1 }, { status: '1' }].map(normal),
    ).not.toContain(false)
    const abnormal = [
      { loginResult: '0' },
      { loginResult: '2' },
      { loginResult: '' },
      { status: 2 },
      {},
      { loginResult: '2', status: 1 },
    ]
    expect(abnormal.map(normal)).not.toContain(true)
  })

  test('LLOG-1 the search takes loginResult or status; empty asks for all', () => {
    const askedFor = (query: object) => log.askedEntries(log.entrySearch.parse(query))
    expect([{ loginResult: '1' }, { status: '1' }, { status: 1 }].map(askedFor)).toEqual([true, true, true])
    expect([{ loginResult: '2' }, { loginResult: '0' }, { status: 2 }].map(askedFor)).toEqual([
      false,
      false,
      false,
    ])
    expect([{}, { loginResult: '' }, { status: '' }].map(askedFor)).toEqual([undefined, undefined, undefined])
    expect(log.entrySearch.safeParse({ status: 3 }).success).toBe(false)
  })
})

describe('log searches', () => {
  const { operationSearch } = log
  test.each([1, 2, 3, '1', '3', ''])('OLOG-1 status %o is a filter', (status) => {
    expect(operationSearch.safeParse({ status }).success).toBe(true)
  })
  test.each([0, 4, '4', 'x', null])('OLOG-1 status %o is none', (status) => {
    expect(operationSearch.safeParse({ status }).success).toBe(false)
  })
  test.each([
    ...['2026-11-21', '2026-11-21 08:00', '2026-11-21 23:59:59', '2026-11-21T08:00:00.123Z', '2024-02-29'],
    ...['2026-11-21T08:00:00+08:00', ''],
  ])('OLOG-1 %s is a time', (beginTime) => {
    expect(operationSearch.safeParse({ beginTime, endTime: beginTime }).success).toBe(true)
  })
  test.each([
    ...['2026-02-29', '2026-02-30', '2026-13-01', '2026-00-10', '2026-11-21 24:00', '2026-11-21 08:60'],
    ...['21.11.2026', 'now', '2026-11-21x', '1'],
  ])('OLOG-1 %s is no time', (endTime) => {
    expect(operationSearch.safeParse({ endTime }).error?.issues[0]?.message).toBe('time')
  })
})

describe('addAll', () => {
  const resource = { name: '列表', type: 2, path: '/list', code: 'ems.list' }
  const faultsOf = (body: unknown) =>
    assets.addAll.body.safeParse(body).error?.issues.map((issue) => issue.message)
  const nested = (depth: number): object =>
    depth === 1 ? resource : { ...resource, children: [nested(depth - 1)] }

  test('RES-5 the collected resources of several systems are accepted', () => {
    const operations = [{ name: 'search', path: '/api/list', code: 'ems.list.search', method: 'GET' }]
    expect(
      faultsOf([
        { code: 'ems', resources: [{ ...resource, operations }] },
        { code: 'report', resources: [] },
      ]),
    ).toBeUndefined()
  })

  test('RES-5 no system, and a system named twice, are refused', () => {
    expect(faultsOf([])).toEqual(['selectSystem'])
    expect(faultsOf(undefined)).toEqual(['selectSystem'])
    expect(
      faultsOf([
        { code: 'a', resources: [] },
        { code: 'a', resources: [] },
      ]),
    ).toEqual(['systemTwice'])
  })

  test('RES-5 resources nest five levels, hold 5,000 nodes, and are menus or buttons', () => {
    expect(faultsOf([{ code: 'a', resources: [nested(5)] }])).toBeUndefined()
    expect(faultsOf([{ code: 'a', resources: [nested(6)] }])).toEqual(['resourcesTooDeep'])
    expect(faultsOf([{ code: 'a', resources: Array(5000).fill(resource) }])).toBeUndefined()
    expect(faultsOf([{ code: 'a', resources: Array(5001).fill(resource) }])).toEqual(['tooMany:5000'])
    expect(faultsOf([{ code: 'a', resources: [{ ...resource, type: 1 }] }])).toEqual(['resourceType'])
  })

  test('RES-5 a body nested without end is refused, not a crash', () => {
    const bottomless = JSON.parse(`${'{"children":['.repeat(2000)}${']}'.repeat(2000)}`)
    expect(faultsOf([{ code: 'a', resources: [bottomless] }])).toContain('resourcesTooDeep')
  })
})

describe('trees', () => {
  test('MENU-1 a tree reads numbers and flags however the platform spells them', () => {
    const [root] = menus.tree.data.parse([
      {
        id: 1,
        name: 'a',
        type: '0',
        enabled: 1,
        isControl: '0',
        insideFlag: 0,
        sort: '3',
        children: [{ id: 2, name: 'b', type: 3, pid: 1 }],
      },
    ] as never)
    expect(root).toMatchObject({ id: '1', type: 0, enabled: true, isControl: 0, insideFlag: '0', sort: 3 })
    expect(root?.children?.[0]).toMatchObject({ id: '2', type: 3, pid: '1' })
  })

  test('MENU-1 a node whose type is no number is refused', () => {
    expect(menus.menuRow.safeParse({ id: 1, name: 'a', type: 'x' }).success).toBe(false)
  })
})

describe('addresses', () => {
  test('CALL-1 the delete call of menus keeps its slash before the query', () => {
    expect(addressOf(menus.remove, { params: { resourceId: '7' }, query: { systemId: '1' } })).toBe(
      '/sys/menuManage/page/list/delete/7/?systemId=1',
    )
  })
})

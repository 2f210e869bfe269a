import { expect, test } from 'vitest'
import * as accounts from '#contracts/account'
import * as departments from '#contracts/department'
import { update as updateMenu } from '#contracts/menu'
import { type FieldChange, lasting, putBackBody } from '#lib/put-back'

test('WHY-4 secrets, masked and counted values stay, and so does what no form has', () => {
  const phone = { field: 'phone', before: '138****5678' }
  expect(lasting('account', phone)).toBe('masked')
  expect(lasting('account', { field: 'credential', before: '******' })).toBe('masked')
  expect(lasting('role', { field: 'resourceIdList', before: { count: 3, names: [] } })).toBe('counted')
  expect(lasting('account', { field: 'locked', before: true })).toBe('formless')
  expect(lasting('operation', { field: 'name', before: 'x' })).toBe('formless')
  expect(lasting('account', { field: 'name', before: 'Li Ming' })).toBeUndefined()
  expect(lasting('account', { field: 'enabled', before: false })).toBeUndefined()
})

test('WHY-4 what is put back is the record as it is but for the one field, with the version that was read', () => {
  const kept = { id: '1', name: 'Now', code: 'D.1', orgId: '7', enabled: true, version: 'v' }
  const stored = { ...kept, orgName: 'East', remark: null }
  const body = putBackBody(departments.update.body, stored, { field: 'remark', before: 'Then' })
  expect(body).toEqual({ ...kept, remark: 'Then' })
  const moved = putBackBody(departments.update.body, stored, {
    field: 'orgId',
    before: { id: '8', name: 'West' },
  })
  expect(moved.orgId).toBe('8')
})

test('WHY-4 an account’s memberships elsewhere are left out, and its roles come along only to be put back', () => {
  const stored = {
    ...{ id: '1', account: 'li', name: 'Li', phone: '13812345678', version: 'v', usersRoleList: ['r1'] },
    userOrgList: [
      { orgId: '7', deptId: null },
      { orgId: '9', deptId: null, isControl: 0 },
    ],
  }
  const named = putBackBody(accounts.update.body, stored, { field: 'name', before: 'Then' })
  expect(named).toMatchObject({ name: 'Then', userOrgList: [{ orgId: '7' }] })
  expect(named).not.toHaveProperty('usersRoleList')
  const [before, after] = ['r2', 'r1'].map((id) => [{ id, orgId: '7', name: 'Role' }])
  const roles = putBackBody(accounts.update.body, stored, { field: 'usersRoleList', before, after })
  expect(roles.usersRoleList).toEqual(['r2'])
})

test('WHY-4 PERM-5 of organizations and roles only what the change made of them goes back: the rest was not its author’s', () => {
  const east = (name: string, deptId: string | null = null) => ({ orgId: `e${name}`, deptId, name })
  const stored = {
    ...{ id: '1', account: 'li', name: 'Li', phone: '13812345678', version: 'v' },
    usersRoleList: ['east', 'given', 'west'],
    userOrgList: [
      { orgId: 'e1', deptId: 'd2', orgName: 'East', isControl: 1 },
      { orgId: 'e3', deptId: null, orgName: 'East 3', isControl: 1 },
      { orgId: 'w', deptId: 'd9', orgName: 'West', isControl: 1 },
      { orgId: 'n', deptId: null, orgName: 'North', isControl: 0 },
    ],
  }
  const put = (field: string, before: unknown[], after: unknown[]) =>
    putBackBody(accounts.update.body, stored, { field, before, after })[field]
  const memberships = put('userOrgList', [east('1', 'd1'), east('2')], [east('1', 'd2'), east('3')])
  expect(memberships).toEqual([
    { orgId: 'e1', deptId: 'd1' },
    { orgId: 'w', deptId: 'd9' },
    { orgId: 'e2', deptId: null },
  ])
  const role = (id: string) => ({ id, orgId: 'e1', name: id })
  const roles = put('usersRoleList', [role('east'), role('taken')], [role('east'), role('given')])
  expect(roles).toEqual(['east', 'west', 'taken'])
  // Everything that its author saw was taken, or nothing had been there.
  expect(put('usersRoleList', [role('taken')], [])).toEqual(['east', 'given', 'west', 'taken'])
  expect(put('usersRoleList', [], [role('given')])).toEqual(['east', 'west'])
})

test('WHY-4 menu entries and systems are put back too, which no call of their own tells of', () => {
  expect(lasting('menu', { field: 'icon', before: 'user' })).toBeUndefined()
  expect(lasting('menu', { field: 'pid', before: { id: '3', name: 'Above' } })).toBeUndefined()
  expect(lasting('menu', { field: 'enabled', before: true })).toBeUndefined()
  expect(lasting('menu', { field: 'nodes', before: 'x' })).toBe('formless')
  expect(lasting('allocation', { field: 'hostName', before: null })).toBeUndefined()
  expect(lasting('allocation', { field: 'enable', before: true })).toBeUndefined()
  expect(lasting('online', { field: 'name', before: 'x' })).toBe('formless')
})

test('WHY-4 a menu entry is put back in the shape of its type, and a type with the fields that only it has', () => {
  const common = { id: '5', name: 'Meters', code: 'ems.meters', path: '/ems/meters', sort: 2, pid: '4' }
  const entry = { ...common, systemId: '9', version: 'v', nameEn: null, description: null }
  const page = { ...entry, type: 2, component: 'views/a', icon: 'chart', method: null, linkUrl: null }
  const put = (stored: object, field: string, before: unknown, changes: FieldChange[] = []) =>
    putBackBody(updateMenu.body, { ...stored }, { field, before }, changes)
  const moved = put({ ...page, iFrame: false }, 'pid', { id: '3', name: 'Above' })
  expect(moved).toMatchObject({ ...common, pid: '3', type: 2, component: 'views/a', icon: 'chart' })
  // Its application goes with its parent, and no page has a method.
  expect(moved).not.toHaveProperty('systemId')
  expect(moved).not.toHaveProperty('method')

  const button = { ...page, type: 3, method: 'GET', component: null, icon: null, iFrame: false }
  const changes = [
    { field: 'type', before: 2 },
    { field: 'component', before: 'views/b' },
    { field: 'icon', before: 'chart' },
    { field: 'name', before: 'Counters' },
  ]
  const again = put(button, 'type', 2, changes)
  expect(again).toMatchObject({ type: 2, component: 'views/b', icon: 'chart', name: 'Meters' })
  expect(updateMenu.body.safeParse(again).success).toBe(true)
  // What a button does not have cannot come back by itself.
  expect(put(button, 'icon', 'chart')).not.toHaveProperty('icon')
  const link = { ...page, iFrame: true, linkUrl: 'https://example.com', component: null }
  expect(put(link, 'iFrame', false, [{ field: 'component', before: 'views/a' }])).toMatchObject({
    iFrame: false,
    component: 'views/a',
  })
})

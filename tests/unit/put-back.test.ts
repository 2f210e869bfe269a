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
  const before = [{ id: 'r2', orgId: '7', name: 'Role' }]
  const roles = putBackBody(accounts.update.body, stored, { field: 'usersRoleList', before })
  expect(roles.usersRoleList).toEqual(['r2'])
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

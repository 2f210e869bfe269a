import { expect, test } from 'vitest'
import { endpoints } from '#contracts/registry'

const page = (rows: object[]) => ({ content: rows, meta: { page: 1, limit: 10, count: rows.length } })
/** Of the specification's calls those that answer pages. */
const lists = Object.values(endpoints).filter(
  ({ data, without }) =>
    without === undefined &&
    data.safeParse(page([])).success &&
    ![{}, []].some((odd) => data.safeParse(odd).success),
)

test('LIST-2 a row that lacks what a table shows takes no list with it', () => {
  const told = ['name', 'account', 'code', 'enabled', 'enable', 'type', 'systemName', 'userName', 'status']
  const nothing = Object.fromEntries(told.map((field) => [field, null]))
  expect(lists).toHaveLength(10)
  for (const { path, data } of lists)
    expect([path, data.safeParse(page([{ id: '1', ...nothing }])).error?.issues]).toEqual([path, undefined])
})

test('LIST-2 a state that is an empty text or null is off, and takes no list with it', () => {
  for (const enabled of ['', null]) {
    const row = { id: '1', name: 'North', code: 'north', type: 2, enabled }
    expect(endpoints['apply.list'].data.parse(page([row])).content).toMatchObject([{ enabled: false }])
  }
})

test('ACC-6 ROLE-3 APP-2 a choice without a name takes no form with it', () => {
  const choices = ['account.listRole', 'department.listByOrganization', 'menu.findAllPermission'] as const
  const nameless = { id: '1', type: 3, name: null }
  for (const call of [...choices, 'apply.findAllPoolResource'] as const)
    expect(endpoints[call].data.safeParse([nameless]).error?.issues, call).toBeUndefined()
})

test('RES-4 a system that nobody has discovered may have no status yet, and takes no other from the list', () => {
  const told = endpoints['assets.findSystem'].data.safeParse([{ code: 'ems', name: null, status: null }])
  expect(told.data).toEqual([{ code: 'ems', name: '', status: 0 }])
})

test('PERM-1 ACC-6 all of a list comes as a list, as none, or as a page that holds all of it; a part is no answer', () => {
  const whole = Object.values(endpoints).filter(
    ({ method, data, answer }) =>
      method === 'GET' && answer === 'json' && data.safeParse([]).success && !data.safeParse('').success,
  )
  expect(whole.map(({ path }) => path)).toHaveLength(17)
  for (const { path, data } of whole) {
    const rows = (answered: unknown) => data.safeParse(answered).data
    const [none, part] = [{ content: [] }, { content: [], meta: { page: 1, limit: 10, count: 11 } }]
    expect([[], null, none, page([])].map(rows), path).toEqual([[], [], [], []])
    const isReadOn = path === endpoints['allocation.listConfig'].path
    expect(rows(part), path).toEqual(isReadOn ? [] : undefined)
  }
  const department = { id: '1', name: 'North' }
  const { data } = endpoints['department.listByOrganization']
  expect(data.safeParse(page([department])).data).toMatchObject([department])
  expect(data.safeParse({ content: [{}] }).error?.issues[0]?.path).toEqual([0, 'id'])
})

test('LIST-2 MENU-1 numbers, flags and digits in another form are what they stand for', () => {
  const row = { id: '1', account: 13800138000, enabled: 1, isControl: true, locked: 0, shared: null }
  const [told] = endpoints['account.list'].data.parse(page([row])).content
  expect(told).toMatchObject({ account: '13800138000', isControl: 1, locked: false, shared: null })
  const detail = { ...row, isControl: false, version: 3, userOrgList: [], usersRoleList: [] }
  expect(endpoints['account.detail'].data.parse(detail)).toMatchObject({ isControl: 0, version: '3' })
})

test('LIST-2 MENU-1 an empty text for a number or a flag is none', () => {
  const node = { id: '1', name: 'A', type: 2, sort: '', enabled: '', iFrame: '', isControl: '' }
  const none = { sort: null, enabled: null, iFrame: null, isControl: null }
  expect(endpoints['menu.tree'].data.parse([node])).toMatchObject([none])
  expect(endpoints['operation.list'].data.parse(page([{ status: '' }])).content).toMatchObject([
    { status: null },
  ])
  const system = { id: '1', name: 'A', code: 'a', enable: 1, type: '' }
  expect(endpoints['allocation.list'].data.parse(page([system])).content).toMatchObject([{ type: null }])
})

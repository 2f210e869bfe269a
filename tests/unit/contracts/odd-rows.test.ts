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

test('LIST-2 MENU-3 a state and a link that are an empty text or null are off, and take nothing with them', () => {
  const entry = { id: '1', name: 'North', code: 'north', type: 2 }
  for (const odd of ['', null])
    for (const [data, row, told] of [
      [endpoints['menu.tree'].data, [{ ...entry, iFrame: odd }], [{ iFrame: false }]],
      [endpoints['session.mainMenu'].data, [{ ...entry, iFrame: odd }], [{ iFrame: false }]],
      [endpoints['apply.list'].data, page([{ ...entry, enabled: odd }]), { content: [{ enabled: false }] }],
    ] as const)
      expect(data.safeParse(row).data, JSON.stringify(row)).toMatchObject(told)
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

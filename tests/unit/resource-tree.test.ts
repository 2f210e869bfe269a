import { expect, test } from 'vitest'
import type { PoolNode } from '#contracts/apply'
import { checkedIds, checkOf, chosenOf, isChoosable, toggled } from '#lib/permission-tree'
import { flattenPool, heldResources, resourceIds } from '#lib/resource-tree'
import { foundNodes, searchTree } from '#lib/tree'

const page = (id: string, applicationName: string | null = null): PoolNode => ({
  ...{ id, name: id, code: `ems.${id}`, type: 2, applicationName },
  children: [{ id: `${id}-search`, name: '查询', code: `ems.${id}.search`, type: 3 }],
})
const pool: PoolNode[] = [
  { id: 'ems', name: '能源', children: [page('stations'), page('alarms', '能源管理'), page('trends')] },
  { id: 'wms', name: '仓储', children: [page('stock', '仓储管理')] },
  { id: 'empty', name: '空', children: [] },
]
const at = (tree: { id: readonly string[] }, id: string) => tree.id.indexOf(id)

test('APP-2 only second-level nodes are chosen: a system stands for them, what is below tells and no more', () => {
  const tree = flattenPool(pool, [])
  const all = toggled(tree, chosenOf(tree, []), at(tree, 'ems'))
  expect(checkOf(tree, all, at(tree, 'ems'))).toBe('all')
  expect(checkedIds(tree, all)).toEqual(['ems', 'stations', 'trends'])
  expect(resourceIds(tree, checkedIds(tree, all))).toEqual(['stations', 'trends'])
  const some = toggled(tree, all, at(tree, 'trends'))
  expect(checkOf(tree, some, at(tree, 'ems'))).toBe('some')
  expect(resourceIds(tree, checkedIds(tree, some))).toEqual(['stations'])
  expect(tree.boxed[at(tree, 'stations')]).toBe(true)
  expect(tree.boxed[at(tree, 'stations-search')]).toBe(false)
  expect(isChoosable(tree, at(tree, 'stations-search'))).toBe(false)
})

test('APP-2 I18N-1 in English the console’s own resources are called as its permissions are, and found by both names', () => {
  const own = {
    id: 'a',
    name: '账号管理',
    code: 'uia.account.list',
    type: 2,
    applicationName: '统一管理平台',
  }
  const tree = flattenPool([{ id: 'uia', name: '统一管理平台', code: 'uia', children: [own] }], [], 'en')
  expect(tree.name).toEqual(['Administration', 'Accounts'])
  expect(tree.takenBy[1]).toBe('Administration')
  expect(foundNodes(tree, searchTree(tree, tree.text, '账号'))).toContain(1)
})

test('APP-2 what another application has taken cannot be chosen, and says whose it is', () => {
  const tree = flattenPool(pool, [])
  expect(tree.takenBy[at(tree, 'alarms')]).toBe('能源管理')
  expect(tree.takenBy[at(tree, 'stations')]).toBeNull()
  for (const id of ['alarms', 'stock', 'wms', 'empty'])
    expect(isChoosable(tree, at(tree, id)), id).toBe(false)
  expect(resourceIds(tree, ['alarms', 'stock'])).toEqual([])
})

test('APP-2 PERM-5 of a system that is not theirs to change nothing new can be chosen, and the system says so', () => {
  const others = pool.map((system) => ({ ...system, isControl: system.id === 'ems' ? 0 : 1 }))
  const tree = flattenPool(others, ['trends'])
  expect(tree.id.filter((_, node) => tree.locked[node])).toEqual(['ems'])
  expect(['stations', 'trends'].map((id) => isChoosable(tree, at(tree, id)))).toEqual([false, true])
  expect(flattenPool(pool, []).locked).not.toContain(true)
})

test('APP-3 what the application itself has taken is its own to give back', () => {
  const tree = flattenPool(pool, ['alarms'])
  expect(tree.takenBy[at(tree, 'alarms')]).toBeNull()
  expect(resourceIds(tree, ['alarms', 'ems', 'alarms-search', 'gone'])).toEqual(['alarms'])
  expect(checkOf(tree, chosenOf(tree, ['alarms']), at(tree, 'ems'))).toBe('some')
})

test('APP-2 APP-4 MENU-6 a page that was moved below another page stays with its application, whatever else is chosen', () => {
  const moved = { ...page('detail', '能源管理'), children: [] }
  const below: PoolNode[] = [
    { id: 'ems', name: '能源', children: [{ ...page('alarms'), children: [moved] }, page('trends')] },
  ]
  const stored = ['detail', 'trends', 'elsewhere']
  const tree = flattenPool(below, stored)
  expect(resourceIds(tree, stored)).toEqual(['trends'])
  expect(heldResources(tree, ['trends'], stored)).toEqual(['detail', 'elsewhere', 'trends'])
  expect(heldResources(tree, [], stored)).toEqual(['detail', 'elsewhere'])
  // With the page above it comes along, and goes.
  expect(heldResources(tree, ['alarms', 'trends'], stored)).toEqual(['elsewhere', 'alarms', 'trends'])
  const both = flattenPool(below, ['alarms', 'detail'])
  expect(heldResources(both, ['alarms', 'trends'], ['alarms', 'detail'])).toEqual([
    'detail',
    'alarms',
    'trends',
  ])
  expect(heldResources(both, ['trends'], ['alarms', 'detail'])).toEqual(['trends'])
})

test('APP-2 systems with own resources come first, then those with free ones, then taken and empty ones', () => {
  const order = (own: string[]) => {
    const tree = flattenPool([...pool].reverse(), own)
    return tree.id.filter((_, node) => tree.level[node] === 1)
  }
  expect(order([])).toEqual(['ems', 'wms', 'empty'])
  expect(order(['stock'])).toEqual(['wms', 'ems', 'empty'])
})

test('APP-2 a search finds resources, and what comes along with them, by name and code', () => {
  const tree = flattenPool(pool, [])
  const names = (text: string) =>
    foundNodes(tree, searchTree(tree, tree.text, text)).map((node) => tree.id[node])
  expect(names('EMS.trends.search')).toEqual(['ems', 'trends', 'trends-search'])
  expect(names('stock')).toEqual(['wms', 'stock', 'stock-search'])
})

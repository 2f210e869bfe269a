import { expect, test } from 'vitest'
import type { MenuRow } from '#contracts/menu'
import { followsPath } from '#contracts/menu-entry-text'
import {
  columnsOf,
  foundRows,
  hasApplication,
  nextSort,
  packMenu,
  parentChoice,
  systemOf,
  treeFrom,
  typeBelow,
  unpackMenu,
} from '#lib/menu-tree'
import { nodeName } from '#lib/node-name'
import { foundNodes, isParent, rootOf, searchTexts, searchTree, visibleNodes } from '#lib/tree'
import { isOpen, nearestShown, openedBy, shownRows, treeMove, withOpen, withWayTo } from '#lib/tree-view'
import { editSubject, newSubject, sortAfterMove, subjectBelow } from '../../app/(console)/menu/subject'

const row = (id: string, type: number, children: MenuRow[] = [], more: Partial<MenuRow> = {}): MenuRow => ({
  id,
  name: `Name ${id}`,
  code: `uia.${id}`,
  type,
  enabled: true,
  children,
  ...more,
})
const roots = [
  row('app', 0, [
    row('people', 1, [
      row('accounts', 2, [row('add', 3, [], { method: 'POST', sort: 4 }), row('remove', 3, [], { sort: 9 })]),
      row('empty', 1, null as unknown as []),
    ]),
    row('records', 1, [], { insideFlag: '0', enabled: false }),
  ]),
  row('other', 0, [], { isControl: 0 }),
]
const tree = unpackMenu(packMenu(roots))
const at = (id: string) => tree.id.indexOf(id)
const ids = (nodes: readonly number[]) => nodes.map((node) => tree.id[node])

test('MENU-6 a node’s system is what the platform says, of its application or of what is below; else the application', () => {
  const below = row('d', 1, [row('m', 2)])
  const [named, known, plain] = [{ systemId: '7' }, {}, {}].map((more, at) =>
    row(`a${at}`, 0, [at === 1 ? { ...below, systemId: '8' } : below], more),
  ) as [MenuRow, MenuRow, MenuRow]
  const others = unpackMenu(packMenu([named, known, plain]))
  const systems = others.id.flatMap((id, at) => (id === 'm' ? [systemOf(others, at)] : []))
  expect(systems).toEqual(['7', '8', 'a2'])
  expect(parentChoice(others, 0).systemId).toBe('7')
})

test('MENU-1 I18N-1 what the menu calls an entry in English stands beside its name, as far as that is another', () => {
  const own = row('people', 1, [row('x', 2, [], { nameEn: 'Stations' })], { name: '人员与权限' })
  const english = unpackMenu(packMenu([own], (node) => nodeName(node, 'en')))
  expect(english.shown).toEqual(['People', 'Stations'])
  expect(parentChoice(english, 1)).toMatchObject({ name: 'Stations', way: ['People'] })
  expect(unpackMenu(packMenu([own], (node) => nodeName(node, 'zh-cn'))).shown).toEqual([])
})

test('MENU-1 I18N-1 in English an entry is searched by what shows and by its stored name, with the way to it', () => {
  const own = row('people', 1, [row('account.list', 2, [], { name: '账号管理' }), row('b', 2)], {
    name: '人员',
  })
  const found = (text: string) => foundRows([own], text, (node) => nodeName(node, 'en')).map(idsOf)
  const idsOf = ({ id, children }: MenuRow) => [id, ...(children ?? []).map((child) => child.id)]
  expect(found('accounts')).toEqual([['people', 'account.list']])
  expect(found('账号')).toEqual([['people', 'account.list']])
  expect(found('PEOPLE'), 'all that is below').toEqual([['people', 'account.list', 'b']])
  expect(found('nothing')).toEqual([])
})

test('MENU-1 a tree arrives as it was sent, with its structure from order and level alone', () => {
  expect(tree.id).toEqual(['app', 'people', 'accounts', 'add', 'remove', 'empty', 'records', 'other'])
  expect(tree.level).toEqual([1, 2, 3, 4, 4, 3, 2, 1])
  expect(tree.parent.map((parent) => tree.id[parent] ?? '')).toEqual([
    ...['', 'app', 'people', 'accounts', 'accounts', 'people', 'app', ''],
  ])
  expect(tree.end).toEqual([7, 6, 5, 4, 5, 6, 7, 8])
  expect(tree.place).toEqual([1, 1, 1, 1, 2, 2, 2, 2])
  expect(tree.siblings).toEqual([2, 2, 2, 2, 2, 2, 2, 2])
  expect(tree.method[at('add')]).toBe('POST')
  expect(tree.enabled[at('records')]).toBe(false)
  expect(['people', 'empty', 'add'].map((id) => isParent(tree, at(id)))).toEqual([true, false, false])
  expect(unpackMenu(packMenu([])).size).toBe(0)
})

test('MENU-2 insideFlag "0" and isControl 0 lock a node, each for its reason', () => {
  expect(['people', 'records', 'other'].map((id) => tree.lock[at(id)])).toEqual([null, 'builtIn', 'control'])
  const both = unpackMenu(packMenu([row('both', 0, [], { insideFlag: '0', isControl: 0 })]))
  expect(both.lock, 'nothing is added below it either').toEqual(['control'])
  expect([hasApplication(tree), hasApplication(both)]).toEqual([true, false])
})

test('MENU-4 a node is never offered as its own parent, nor what is below it', () => {
  expect(treeFrom(columnsOf(roots, ({ id }) => id === 'people')).id).toEqual(['app', 'records', 'other'])
})

test('MENU-5 without an application there is nothing to add to', () => {
  expect(hasApplication(tree)).toBe(true)
  expect(hasApplication(treeFrom(columnsOf([])))).toBe(false)
  expect(hasApplication(treeFrom(columnsOf([row('stray', 1)])))).toBe(false)
})

test('MENU-3 what is added below a node has the fitting type, its application and the next sort number', () => {
  expect([0, 1, 2, 3, 4, undefined].map(typeBelow)).toEqual([1, 2, 3, undefined, undefined, undefined])
  expect(nextSort(tree, at('accounts'))).toBe(10)
  expect(nextSort(tree, at('add'))).toBe(1)
  const full = unpackMenu(packMenu([row('app', 0, [row('last', 1, [], { sort: 9999 })])]))
  expect(nextSort(full, 0), 'a number that none has').toBe(9998)
  expect(tree.id[rootOf(tree, at('remove'))]).toBe('app')
})

test('MENU-3 with another parent the suggested sort number is another one, and a typed one stays', () => {
  const below = subjectBelow(tree, at('accounts'))
  expect(below.start.sort).toBe(10)
  expect(sortAfterMove(below, '10', 'accounts', 'people')).toBe(1)
  expect(sortAfterMove(below, 1, 'people', 'accounts'), 'and back').toBe(10)
  expect(sortAfterMove(below, '7', 'accounts', 'people')).toBeUndefined()
  expect(sortAfterMove(newSubject(tree), '', '', 'accounts')).toBe(10)
  expect(sortAfterMove(newSubject(tree), '', '', 'elsewhere')).toBeUndefined()
  const stored = editSubject(tree, at('add'))
  expect(sortAfterMove(stored, stored.start.sort, 'accounts', 'people'), 'a stored one stays').toBeUndefined()
})

test('MENU-1 applications are open at first; what is opened and closed is kept by id when the tree is read again', () => {
  const first = openedBy('roots')
  const shown = (opened: typeof first, of = tree) =>
    visibleNodes(of, (node) => isOpen(of, opened, node)).map((node) => of.id[node])
  expect(shown(first)).toEqual(['app', 'people', 'records', 'other'])
  const changed = withOpen(tree, withOpen(tree, first, at('people'), true), at('accounts'), true)
  expect(shown(changed)).toEqual(tree.id)
  const again = unpackMenu(packMenu([row('new', 0, [row('below', 1)]), ...roots]))
  expect(shown(changed, again)).toEqual(['new', 'below', ...tree.id])
  expect(shown(withOpen(tree, changed, at('app'), false), again)).toEqual(['new', 'below', 'app', 'other'])
  expect(withOpen(tree, changed, at('people'), true)).toBe(changed)
  const back = withOpen(tree, withOpen(tree, changed, at('accounts'), false), at('people'), false)
  expect(back).toEqual(first)
  expect(shown(openedBy('all'))).toEqual(tree.id)
  expect(shown(openedBy('none'))).toEqual(['app', 'other'])
  expect(shown(withWayTo(tree, openedBy('none'), at('add')))).toEqual(tree.id)
  expect(
    foundNodes(tree, searchTree(tree, searchTexts(tree.name, tree.code), ' UIA.remove')).map(
      (node) => tree.id[node],
    ),
  ).toEqual([...['app', 'people', 'accounts', 'remove']])
})

test('MENU-1 arrows, Home, End and the page keys walk the rows that show, open and close', () => {
  const opened = withOpen(tree, openedBy('roots'), at('people'), true)
  const rows = visibleNodes(tree, (node) => isOpen(tree, opened, node))
  const view = { tree, rows, isOpen: (node: number) => isOpen(tree, opened, node), page: 3 }
  const press = (key: string, from: string) => {
    const move = treeMove(key, at(from), view)
    if (move === undefined) return undefined
    return 'to' in move ? tree.id[move.to] : `toggle ${tree.id[move.toggle]}`
  }
  expect(ids(rows)).toEqual(['app', 'people', 'accounts', 'empty', 'records', 'other'])
  expect([press('ArrowDown', 'empty'), press('ArrowDown', 'other')]).toEqual(['records', 'other'])
  expect([press('ArrowUp', 'records'), press('ArrowUp', 'app')]).toEqual(['empty', 'app'])
  expect([press('Home', 'empty'), press('End', 'app')]).toEqual(['app', 'other'])
  expect([press('PageDown', 'people'), press('PageUp', 'other')]).toEqual(['records', 'accounts'])
  expect(press('ArrowRight', 'accounts')).toBe('toggle accounts')
  expect(press('ArrowRight', 'people')).toBe('accounts')
  expect(press('ArrowRight', 'empty')).toBe('empty')
  expect(press('ArrowLeft', 'people')).toBe('toggle people')
  expect(press('ArrowLeft', 'accounts')).toBe('people')
  expect(press('ArrowLeft', 'other')).toBe('other')
  expect(press('x', 'app')).toBeUndefined()
})

test('MENU-1 a row that is closed away hands its place to the nearest one above it that shows', () => {
  const rows = visibleNodes(tree, (node) => isOpen(tree, openedBy('roots'), node))
  expect(tree.id[nearestShown(tree, rows, at('remove'))]).toBe('people')
  expect(tree.id[nearestShown(tree, rows, at('other'))]).toBe('other')
  expect(tree.id[nearestShown(tree, rows, -1)]).toBe('app')
  expect(nearestShown(tree, [], at('app'))).toBe(-1)
})

test('MENU-1 only the rows of the window are in the document, and the one with the focus wherever it is', () => {
  const rows = Array.from({ length: 5000 }, (_, index) => index)
  const places = (shown: ReturnType<typeof shownRows>) => shown.map(({ row, gap }) => [row, gap])
  expect(places(shownRows(rows, 100, 3, 101))).toEqual([
    [100, 100],
    [101, 0],
    [102, 0],
  ])
  expect(places(shownRows(rows, 100, 2, 7))).toEqual([
    [7, 7],
    [100, 92],
    [101, 0],
  ])
  expect(places(shownRows(rows, 100, 2, 4999))).toEqual([
    [100, 100],
    [101, 0],
    [4999, 4897],
  ])
  expect(shownRows(rows, 4998, 20, -1)).toHaveLength(2)
  expect(shownRows([], 0, 20, -1)).toEqual([])
})

test.each([
  ['none', { path: '/ems/a', component: null }, true],
  ['that of its path', { path: '/ems/a', component: '/ems/a' }, true],
  ['its code, in place of a path', { path: null, component: 'ems.station.list' }, true],
  ['another one', { path: '/ems/a', component: 'views/station/index.vue' }, false],
])('MENU-3 EDGE-2 a page whose stored component is %s: whether it follows', (_, more, follows) => {
  const tree = unpackMenu(packMenu([row('a', 2, [], { code: 'ems.station.list', ...more })]))
  expect(followsPath(editSubject(tree, 0).start)).toBe(follows)
})

test('MENU-4 I18N-1 where no node has an English name of its own the platform knows none, also behind the way to the browser', () => {
  const names = (rows: MenuRow[]) => unpackMenu(packMenu(rows)).nameEn
  expect(names([row('one', 0, [row('below', 1)])])).toEqual([])
  expect(names([row('one', 0, [row('below', 1, [], { nameEn: null })], { nameEn: 'One' })])).toEqual([
    'One',
    null,
  ])
})
